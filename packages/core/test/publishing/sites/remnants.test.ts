/**
 * Deleting a site removes the content that the caller sees from it, and nothing else: no member's level on the
 * remaining content changes.
 */

import { describe, expect, it } from "@effect/vitest"
import type { Actor } from "@lectern/core/access/Actor"
import { atLeast, type RoleOrGuest } from "@lectern/core/access/Role"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Access } from "@lectern/core/people/access/Access"
import { SiteRepository } from "@lectern/core/people/places/SiteRepository"
import { SpaceRepository } from "@lectern/core/people/places/SpaceRepository"
import { siteSpacesOf } from "@lectern/core/people/places/Structure"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Layer, TestContext } from "effect"
import { type Built, built, plan, roles } from "../../people/access/generated.js"
import { storages } from "../../storages.js"
import { as, asSystem, damages, member, outcome, workspace } from "../../workspace.js"
import { siteOf } from "./site-spaces/site.js"
import { violations } from "./site-structure/invariants.js"

const at = fc.nat(20)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("delete-site" as const), by: at, what: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("remove-site-space" as const), by: at, what: at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("remove-section" as const), by: at, what: at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("add-section" as const), by: at, what: at, to: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("add-site-space" as const), by: at, what: at, to: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("delete-space" as const), by: at, what: at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("move-space" as const), what: at, to: at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("set-default" as const), what: at, to: at }) }
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** The content of each site, and who has which level on it and on the spaces. */
const picture = Effect.fnUntraced(function* ({ id, members, sites, spaces }: Built) {
  const access = yield* Access
  const repository = yield* SiteRepository
  const spacesById = yield* SpaceRepository
  const levels = new Map<string, RoleOrGuest>()
  for (const space of spaces) {
    const record = (yield* spacesById.find(space.id))!.value
    for (const member of members) levels.set(`${member} ${space.id}`, yield* as(member)(access.spaceLevel(record)))
  }
  const on = new Map<string, ReadonlyArray<{ readonly id: string; readonly space: string }>>()
  const remnants = new Set<string>()
  for (const site of sites) {
    const read = yield* repository.structure(site.id)
    if (read === undefined) continue
    on.set(site.id, siteSpacesOf(read.structure.value))
    expect(violations(read.structure.value)).toEqual([])
    if (read.site.value.remnant === true) remnants.add(site.id)
    for (const member of members) {
      levels.set(`${member} ${site.id}`, (yield* as(member)(access.standing(id))).siteLevel(site.id))
    }
  }
  return { levels, on, remnants }
})
type Picture = Effect.Effect.Success<ReturnType<typeof picture>>

const perform = Effect.fnUntraced(function* (content: Built, before: Picture, step: Step) {
  const pick = <A>(from: ReadonlyArray<A>, index: number): A | undefined => from[index % Math.max(from.length, 1)]
  const space = pick(content.spaces, step.what)!.id
  switch (step.does) {
    case "delete-site": {
      const actor = pick(content.members, step.by)!
      const site = pick(content.sites, step.what)?.id
      if (site === undefined) return undefined
      return { actor, site, result: yield* outcome(as(actor)((yield* Sites).remove(content.id, site))) }
    }
    case "remove-site-space": {
      const site = pick(content.sites, step.what)
      const siteSpace = pick(before.on.get(site?.id ?? "") ?? [], step.by)
      if (site === undefined || siteSpace === undefined) return undefined
      const id = siteSpace.id as Parameters<(typeof SiteSpaces.Service)["remove"]>[2]
      yield* outcome(as(pick(content.members, step.by)!)((yield* SiteSpaces).remove(content.id, site.id, id)))
      return undefined
    }
    case "remove-section": {
      const actor = as(pick(content.members, step.by)!)
      const sections = yield* SiteSections
      const site = pick(content.sites, step.what)?.id
      const seen = site && (yield* Effect.either(actor(sections.list(content.id, site, {}))))
      const section = seen && Either.isRight(seen) ? pick(seen.right.items, step.by) : undefined
      if (site === undefined || section === undefined) return undefined
      const result = yield* outcome(actor(sections.remove(content.id, site, section.id)))
      const left = yield* Effect.either(actor(sections.list(content.id, site, {})))
      if (result !== "ok" || Either.isLeft(left)) return undefined
      expect(left.right.items.map(({ id }) => id)).not.toContain(section.id)
      return undefined
    }
    case "add-section":
    case "add-site-space": {
      const actor = as(pick(content.members, step.by)!)
      const site = pick(content.sites, step.to)?.id
      if (site === undefined) return undefined
      const input = { spaceId: space }
      const add = step.does === "add-section" ? (yield* SiteSections).add : (yield* SiteSpaces).add
      yield* outcome(actor<unknown, LecternError, Actor>(add(content.id, site, input)))
      return undefined
    }
    case "delete-space":
      yield* outcome(as(pick(content.members, step.by)!)((yield* Spaces).remove(space)))
      return undefined
    case "move-space": {
      const parent = pick([undefined, ...content.collections], step.to)?.id ?? null
      yield* outcome(asSystem((yield* Spaces).move(space, { parent })))
      return undefined
    }
    case "set-default": {
      const defaultLevel = pick(["inherit", ...roles] as const, step.to)!
      yield* outcome(asSystem((yield* Spaces).update(space, { defaultLevel })))
      return undefined
    }
  }
})

describe.each(storages)("remnants of sites over $name", (storage) => {
  const numRuns = runs(12, storage.name === "memory" ? 1 : 1 / 8)

  it("a remnant is there for those who see a space on it, from when they do", () =>
    Effect.gen(function* () {
      const sites = yield* Sites
      const spaces = yield* Spaces
      const grants = yield* ContentGrants
      const { id, own, site, spaces: on } = yield* siteOf(["Hidden", "Seen"])
      const remover = yield* member(id, "Remover", "create")
      const reader = yield* member(id, "Reader", "read")
      yield* own(grants.invite({ space: on[0]! }, { role: null, users: [remover] }))
      yield* as(remover)(sites.remove(id, site))
      const told = (who: typeof reader) => outcome(as(who)(sites.get(id, site)))
      expect([yield* told(remover), yield* told(reader)]).toEqual(["NotFound", "ok"])
      yield* own(spaces.update(on[0]!, { defaultLevel: null }))
      expect([yield* told(remover), yield* told(reader)]).toEqual(["NotFound", "NotFound"])
      yield* own(spaces.update(on[0]!, { defaultLevel: "inherit" }))
      expect(yield* told(reader)).toBe("ok")
      yield* own(spaces.remove(on[0]!))
      expect((yield* own(sites.list(id, {}))).count).toBe(0)
    }).pipe(Effect.provide(workspace(storage)), Effect.runPromise))

  it("a site goes as far as whoever deletes it sees it", { timeout: 120_000 + numRuns * 1_500 }, () =>
    fc.assert(
      fc.asyncProperty(plan, fc.boolean(), fc.array(step, { minLength: 2, maxLength: 7 }), (given, parted, steps) =>
        Effect.gen(function* () {
          const content = yield* built(given)
          for (const site of parted ? content.sites : []) {
            for (const { id: spaceId } of content.spaces.slice(0, 2)) {
              yield* asSystem((yield* SiteSections).add(content.id, site.id, { spaceId }))
            }
          }
          for (const each of steps) {
            const before = yield* picture(content)
            const done = yield* perform(content, before, each)
            const after = yield* picture(content)
            const sees = (member: string, space: string) => after.levels.get(`${member} ${space}`) !== null
            for (const [site, on] of after.on) {
              if (!after.remnants.has(site)) continue
              expect(on).not.toEqual([])
              for (const member of content.members) {
                const isThere = after.levels.get(`${member} ${site}`) !== null
                if (!on.some(({ space }) => sees(member, space))) expect(isThere).toBe(false)
                else if (done !== undefined) {
                  expect(after.levels.get(`${member} ${site}`)).toBe(before.levels.get(`${member} ${site}`))
                }
              }
            }
            if (done === undefined) continue
            const { actor, site, result } = done
            const seen = (space: string) => before.levels.get(`${actor} ${space}`) !== null
            const mayAct = atLeast(before.levels.get(`${actor} ${site}`) ?? null, "create")
            const old = before.on.get(site) ?? []
            const left = mayAct ? old.filter(({ space }) => !seen(space)) : old
            const ids = (all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id)
            expect(ids(after.on.get(site) ?? [])).toEqual(ids(left))
            expect(after.on.has(site)).toBe(before.on.has(site) && (!mayAct || left.length > 0))
            if (result !== "ok") continue
            for (const { space } of left) {
              for (const member of content.members) {
                const key = `${member} ${space}`
                expect([key, after.levels.get(key)]).toEqual([key, before.levels.get(key)])
              }
            }
            if (!mayAct) continue
            expect(yield* outcome(as(actor)((yield* Sites).get(content.id, site)))).toBe("NotFound")
            const listed = yield* as(actor)((yield* Sites).list(content.id, { limit: 1000 }))
            expect(listed.items.map(({ id }) => id)).not.toContain(site)
          }
          expect(yield* damages).toEqual([])
        }).pipe(Effect.provide(Layer.provideMerge(workspace(storage), TestContext.TestContext)), Effect.runPromise)
      ),
      { numRuns }
    )
  )
})
