/** Permission booleans, lists, counts, search and refusals are readings of one policy, which a plain reference repeats. */

import { describe, expect, it } from "@effect/vitest"
import { atLeast, Role } from "@lectern/core/access/Role"
import { Collections } from "@lectern/core/collections/Collections"
import { Members } from "@lectern/core/members/Members"
import { Access } from "@lectern/core/people/access/Access"
import { needs } from "@lectern/core/people/access/Policy"
import { Search } from "@lectern/core/search/Search"
import { Sites } from "@lectern/core/sites/Sites"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck as fc } from "effect"
import { everyStorage } from "../../storages.js"
import { as, asSystem, outcome, walk, workspace } from "../../workspace.js"
import { built, plan, roles } from "./generated.js"

describe.each(everyStorage)("the policy over $name", (storage) => {
  const numRuns = runs(12, storage.name === "memory" ? 1 : 0.2)

  it("answers, lists, counts and refuses alike", () =>
    fc.assert(
      fc.asyncProperty(plan, (given) =>
        Effect.gen(function* () {
          const access = yield* Access
          const spaces = yield* Spaces
          const collections = yield* Collections
          const memberships = yield* Members
          const crewsOf = yield* Teams
          const sites = yield* Sites
          const search = yield* Search
          const { id, members, reference, siteReference, teams, ...content } = yield* built(given)
          const page = { changes: [{ operation: "insert_page", title: "Needle" }] } as const
          for (const space of content.spaces) yield* asSystem((yield* ContentEdits).apply(space.id, page))
          for (const [index, caller] of members.entries()) {
            const me = as(caller)
            const readable = content.spaces.filter((space) => reference(index, space) !== null)
            const listed = yield* walk((query) => me(spaces.list(id, query)), 3)
            expect(listed.items.map((space) => space.id).sort()).toEqual(readable.map((space) => space.id).sort())
            expect([...listed.counts]).toEqual([readable.length])
            const { spaces: count, teams: inTeams } = yield* me(memberships.get(id, caller))
            expect(count).toBe(readable.length)
            const crews = yield* walk((query) => me(crewsOf.ofMember(id, caller, query)), 2)
            expect([...crews.counts]).toEqual([inTeams])
            expect(crews.items.map(({ team }) => team.id)).toEqual(
              teams.filter((_, team) => given.teams[team]!.includes(index)).map((team) => team.id)
            )
            const own = yield* walk((query) => me(memberships.spaces(id, caller, query)), 3)
            expect(own.items.map((each) => each.permission).sort()).toEqual(
              readable.map((space) => reference(index, space)).sort()
            )

            const hits = yield* walk((query) => me(search.organization(id, { ...query, query: "needle" })), 3)
            expect(hits.items.map((hit) => hit.id).sort()).toEqual(readable.map((space) => space.id).sort())

            const shownSites = yield* walk((query) => me(sites.list(id, query)), 2)
            const openSites = content.sites.filter((site) => siteReference(index, site.id) !== null)
            expect(shownSites.items.map((site) => site.id)).toEqual(openSites.map((site) => site.id))
            expect([...shownSites.counts]).toEqual([openSites.length])
            for (const site of content.sites) {
              const level = siteReference(index, site.id)
              for (const required of Role.literals) {
                expect(yield* outcome(me(access.requireSite(id, site.id, required)))).toBe(
                  level === null ? "NotFound" : atLeast(level, required) ? "ok" : "Forbidden"
                )
              }
              const change = level === null ? "NotFound" : atLeast(level, "create") ? "ok" : "Forbidden"
              expect(yield* outcome(me(sites.update(id, site.id, {})))).toBe(change)
              if (level === null) continue
              const { siteSpaces } = yield* me(sites.get(id, site.id))
              const visible = site.on.filter((at) => reference(index, content.spaces[at]!) !== null)
              expect(siteSpaces).toBe(visible.length)
            }

            for (const space of content.spaces) {
              const level = reference(index, space)
              const found = listed.items.find((each) => each.id === space.id)
              expect(yield* outcome(me(spaces.get(space.id)))).toBe(level === null ? "NotFound" : "ok")
              for (const required of Role.literals) {
                expect(yield* outcome(me(access.requireSpace(space.id, required)))).toBe(
                  level === null ? "NotFound" : atLeast(level, required) ? "ok" : "Forbidden"
                )
              }
              if (found === undefined) continue
              const { permissions } = found
              expect(yield* me(spaces.get(space.id))).toEqual(found)
              const booleans = {
                view: needs.view,
                access: needs.view,
                comment: needs.comment,
                edit: needs.edit,
                merge: needs.review,
                review: needs.review,
                admin: needs.manage,
                viewInviteLinks: needs.manage
              } as const
              for (const [name, required] of Object.entries(booleans)) {
                expect([name, permissions[name as keyof typeof booleans]]).toEqual([name, atLeast(level, required)])
              }
              expect(yield* outcome(me(spaces.update(space.id, {})))).toBe(permissions.admin ? "ok" : "Forbidden")
            }

            const shown = yield* walk((query) => me(collections.list(id, query)), 2)
            const visible = content.collections.filter((collection) => reference(index, collection) !== null)
            expect(shown.items.map((each) => each.id).sort()).toEqual(visible.map((each) => each.id).sort())
            expect([...shown.counts]).toEqual([visible.length])
            const seen = new Set<string>(shown.items.map((each) => each.id))
            const parents = new Map(content.collections.map((each) => [each.id, each.parent]))
            const parentOf = (shelf: string): string | undefined => {
              const parent = parents.get(shelf as (typeof content.collections)[number]["id"])
              const around = parent === undefined ? undefined : content.collections[parent]?.id
              return around !== undefined && seen.has(around) ? around : undefined
            }
            for (const { id: shelf, parent } of shown.items) expect(parent).toBe(parentOf(shelf))
            const tops = yield* walk((query) => me(collections.list(id, { ...query, nested: false })), 2)
            const roots = shown.items.filter(({ parent }) => parent === undefined)
            expect(tops.items).toEqual(roots)
            expect([...tops.counts]).toEqual([roots.length])
            for (const { id: shelf, permissions } of shown.items) {
              const mine = yield* walk((query) => me(collections.spaces(shelf, query)), 2)
              expect(mine.items).toEqual(listed.items.filter((space) => space.parent === shelf))
              expect([...mine.counts]).toEqual([mine.items.length])
              const refused = permissions.create ? "ok" : "Forbidden"
              expect(yield* outcome(me(collections.update(shelf, {})))).toBe(refused)
            }
          }
          for (const [index, caller] of members.entries()) {
            for (const shelf of content.collections) {
              const level = reference(index, shelf)
              const expected = level === null ? "NotFound" : atLeast(level, "create") ? "ok" : "Forbidden"
              expect(yield* outcome(as(caller)(spaces.create(id, { parent: shelf.id })))).toBe(expected)
            }
            const expected = atLeast(roles[index] ?? null, "create") ? "ok" : "Forbidden"
            expect(yield* outcome(as(caller)(collections.create(id, {})))).toBe(expected)
          }
        }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
      ),
      { numRuns }
    ))
})
