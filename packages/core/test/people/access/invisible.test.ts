/** An answer is the same with and without the things that its caller does not see, whatever the caller did before. */

import { expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Sites } from "@lectern/core/sites/Sites"
import { SiteSectionGroups } from "@lectern/core/sites/site-sections/SiteSectionGroups"
import { SiteSections } from "@lectern/core/sites/site-sections/SiteSections"
import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import { SiteStructures } from "@lectern/core/sites/site-structure/SiteStructures"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, Either, FastCheck as fc, Layer, TestContext } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, workspace } from "../../workspace.js"

const numRuns = runs(4)

const steps = [
  "delete-inner",
  "delete-outer",
  "delete-deep",
  "restore-deep",
  "restore-shallow",
  "move-inner",
  "move-deep",
  "transfer-inner",
  "transfer-outer",
  "remove-section",
  "add-section",
  "add-site-space",
  "add-group",
  "update-site-space",
  "remove-last-site-space",
  "remove-group",
  "delete-site",
  "remove-site-space"
] as const

/**
 * An organization as a caller may find it, with or without the things that they do not see; everything has the same id.
 */
const place = Effect.fnUntraced(function* (role: RoleOrGuest, withInvisible: boolean) {
  const collections = yield* Collections
  const grants = yield* ContentGrants
  const sections = yield* SiteSections
  const spaces = yield* Spaces
  const { id, admin } = yield* organization()
  const own = as(admin)
  const { id: second } = yield* organization("Second")
  const caller = yield* member(id, "Caller", role)
  const other = yield* member(id, "Other", "read")
  yield* asSystem((yield* Members).add(second, caller, "create"))
  const team = yield* own((yield* Teams).create(id, { title: "Team", members: [caller, other] }))
  const outer = (yield* own(collections.create(id, { title: "Outer" }))).id
  const inner = (yield* own(collections.create(id, { title: "Inner", parent: outer }))).id
  const top = (yield* own(spaces.create(id, { title: "Top" }))).id
  const shallow = (yield* own(spaces.create(id, { title: "Shallow", parent: outer }))).id
  const deep = (yield* own(spaces.create(id, { title: "Deep", parent: inner }))).id
  const site = (yield* own((yield* Sites).create(id, { title: "Site" }))).id
  const made = yield* Effect.forEach([top, shallow, deep], (spaceId) => own(sections.add(id, site, { spaceId })))
  const group = yield* own((yield* SiteSectionGroups).add(id, site, { title: "Group", sections: [made[1]!.id] }))
  const create = { role: "create", users: [caller] } as const
  for (const target of [{ collection: outer }, { space: top }, { organization: id, site }] as const) {
    yield* own(grants.invite(target, create))
  }
  yield* own(grants.invite({ collection: outer }, { role: "read", teams: [team.id] }))
  if (withInvisible) {
    const deny = { role: null, users: [caller] } as const
    const shut = (yield* own(collections.create(id, { title: "Shut", parent: outer }))).id
    yield* own(grants.invite({ collection: shut }, deny))
    for (const parent of [outer, inner, shut, undefined]) {
      const hidden = (yield* own(spaces.create(id, { title: "Hidden", ...(parent !== undefined && { parent }) }))).id
      yield* own(grants.invite({ space: hidden }, deny))
      yield* own(grants.invite({ space: hidden }, { role: "read", teams: [team.id], users: [other] }))
      const trashed = (yield* own(spaces.create(id, { title: "Trashed", ...(parent !== undefined && { parent }) }))).id
      yield* own(grants.invite({ space: trashed }, deny))
      yield* own(spaces.remove(trashed))
      if (parent === outer) yield* own((yield* SiteSpaces).add(id, site, { spaceId: hidden, sectionId: made[0]!.id }))
      if (parent !== shut) continue
      const alone = yield* own(sections.add(id, site, { spaceId: hidden }))
      yield* own((yield* SiteSectionGroups).add(id, site, { title: "Hidden", sections: [alone.id] }))
    }
  }
  return { id, second, caller, other, team: team.id, outer, inner, top, shallow, deep, site, sections: made, group }
})

type Place = Effect.Effect.Success<ReturnType<typeof place>>

/** With ids by the order in which they come up: the ids of things that are made later depend on how many there are. */
const unnamed = (value: unknown): unknown => {
  const names = new Map<string, string>()
  const text = JSON.stringify(value, (_, each: unknown) => (each === undefined ? null : each))
  return JSON.parse(
    text.replace(/\bid\d{6}\b/g, (id) => {
      const name = names.get(id) ?? `#${names.size}`
      names.set(id, name)
      return name
    })
  )
}

const told = <A, R>(call: Effect.Effect<A, LecternError, R>) =>
  Effect.map(
    Effect.either(call),
    Either.match({
      onLeft: ({ _tag, message }): unknown => `${_tag}: ${message}`,
      onRight: (answer): unknown => answer
    })
  )

const perform = Effect.fnUntraced(function* (at: Place, step: (typeof steps)[number]) {
  const collections = yield* Collections
  const spaces = yield* Spaces
  const me = as(at.caller)
  const [first, second] = at.sections
  switch (step) {
    case "delete-inner":
      return yield* told(me(collections.remove(at.inner)))
    case "delete-outer":
      return yield* told(me(collections.remove(at.outer)))
    case "delete-deep":
      return yield* told(me(spaces.remove(at.deep)))
    case "restore-deep":
      return yield* told(me(spaces.restore(at.deep)))
    case "restore-shallow":
      return yield* told(me(spaces.restore(at.shallow)))
    case "move-inner":
      return yield* told(me(collections.move(at.inner, { parent: null })))
    case "move-deep":
      return yield* told(me(spaces.move(at.deep, { parent: at.outer })))
    case "transfer-inner":
      return yield* told(me(collections.transfer(at.inner, { organization: at.second })))
    case "transfer-outer":
      return yield* told(me(collections.transfer(at.outer, { organization: at.second })))
    case "remove-section": {
      const seen = yield* Effect.either(me((yield* SiteSections).list(at.id, at.site, {})))
      const id = Either.isRight(seen) ? (seen.right.items[0]?.id ?? first!.id) : first!.id
      return yield* told(me((yield* SiteSections).remove(at.id, at.site, id)))
    }
    case "add-section":
      return yield* told(me((yield* SiteSections).add(at.id, at.site, { spaceId: at.top, title: "Added" })))
    case "add-site-space":
      return yield* told(me((yield* SiteSpaces).add(at.id, at.site, { spaceId: at.shallow })))
    case "add-group":
      return yield* told(me((yield* SiteSectionGroups).add(at.id, at.site, { title: "More" })))
    case "update-site-space":
    case "remove-last-site-space": {
      const siteSpaces = yield* SiteSpaces
      const seen = yield* Effect.either(me(siteSpaces.list(at.id, at.site, {})))
      const id = Either.isRight(seen) ? (seen.right.items.at(-1)?.id ?? second!.siteSpaces[0]!.id) : undefined
      if (id === undefined) return "gone"
      if (step === "remove-last-site-space") return yield* told(me(siteSpaces.remove(at.id, at.site, id)))
      yield* told(me((yield* Sites).update(at.id, at.site, { defaultSiteSpace: id })))
      return yield* told(me(siteSpaces.update(at.id, at.site, id, { path: "elsewhere" })))
    }
    case "remove-group":
      return yield* told(me((yield* SiteSectionGroups).remove(at.id, at.site, at.group.id)))
    case "delete-site":
      return yield* told(me((yield* Sites).remove(at.id, at.site)))
    case "remove-site-space":
      return yield* told(me((yield* SiteSpaces).remove(at.id, at.site, second!.siteSpaces[0]!.id)))
  }
})

/** Everything that the caller learns. */
const answers = Effect.fnUntraced(function* (at: Place) {
  const collections = yield* Collections
  const spaces = yield* Spaces
  const members = yield* Members
  const teams = yield* Teams
  const sites = yield* Sites
  const me = as(at.caller)
  const both = [at.id, at.second]
  return yield* Effect.all({
    organizations: Effect.forEach(both, (id) => told(Effect.flatMap(Organizations, (all) => me(all.get(id))))),
    spaces: Effect.forEach(both, (id) => told(me(spaces.list(id, {})))),
    collections: Effect.forEach(both, (id) => told(me(collections.list(id, {})))),
    roots: Effect.forEach(both, (id) => told(me(collections.list(id, { nested: false })))),
    each: Effect.forEach([at.outer, at.inner], (id) =>
      Effect.all([told(me(collections.get(id))), told(me(collections.spaces(id, {})))])
    ),
    space: Effect.forEach([at.top, at.shallow, at.deep], (id) => told(me(spaces.get(id)))),
    members: told(me(members.list(at.id, {}))),
    member: told(me(members.get(at.id, at.other))),
    own: told(me(members.spaces(at.id, at.caller, {}))),
    teams: told(me(teams.list(at.id, {}))),
    team: told(me(teams.get(at.id, at.team))),
    sites: told(me(sites.list(at.id, {}))),
    site: told(me(sites.get(at.id, at.site))),
    structure: told(Effect.flatMap(SiteStructures, (all) => me(all.get(at.id, at.site)))),
    siteSpaces: told(Effect.flatMap(SiteSpaces, (all) => me(all.list(at.id, at.site, {})))),
    sections: told(Effect.flatMap(SiteSections, (all) => me(all.list(at.id, at.site, {})))),
    groups: told(Effect.flatMap(SiteSectionGroups, (all) => me(all.list(at.id, at.site, {}))))
  })
})

it("answers do not depend on what is invisible", { timeout: 120_000 + numRuns * 2_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom<RoleOrGuest>(null, "read", "create"),
      fc.array(fc.constantFrom(...steps), { maxLength: 5 }),
      (role, chosen) =>
        Effect.gen(function* () {
          const history = (withInvisible: boolean) =>
            Effect.gen(function* () {
              const at = yield* place(role, withInvisible)
              const seen: Array<unknown> = [yield* answers(at)]
              for (const step of chosen) seen.push(step, yield* perform(at, step), yield* answers(at))
              return seen
            }).pipe(Effect.provide(Layer.provideMerge(workspace(storages[0]!), TestContext.TestContext)))
          expect(unnamed(yield* history(true))).toEqual(unnamed(yield* history(false)))
        }).pipe(Effect.runPromise)
    ),
    {
      numRuns,
      examples: [
        [null, ["add-section", "remove-section", "remove-site-space", "delete-inner", "remove-section"]],
        ["create", ["remove-section", "transfer-outer", "add-section"]]
      ]
    }
  )
)
