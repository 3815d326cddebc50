/** Grants on sites, among other sources of levels on a space. */
import { expect, it } from "@effect/vitest"
import type { RoleOrGuest } from "@lectern/core/access/Role"
import { Collections } from "@lectern/core/collections/Collections"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import { Access } from "@lectern/core/people/access/Access"
import { Sites } from "@lectern/core/sites/Sites"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect } from "effect"
import { storages } from "../../storages.js"
import { as, asSystem, member, organization, workspace } from "../../workspace.js"

interface Case {
  readonly role?: RoleOrGuest
  /** The grants on each of two sites: to the member, and to the member's teams. */
  readonly own?: ReadonlyArray<RoleOrGuest | undefined>
  readonly teams?: ReadonlyArray<RoleOrGuest | undefined>
  readonly onSpace?: RoleOrGuest
  readonly byDefault?: RoleOrGuest
  readonly onCollection?: RoleOrGuest
  readonly expected: RoleOrGuest
}

const cases: Readonly<Record<string, Case>> = {
  "a grant on a site counts for its spaces, also for guests": { role: null, own: ["edit"], expected: "edit" },
  "the strongest of several sites counts": { own: ["comment", "review"], expected: "review" },
  "in whatever order": { own: ["review", "comment"], expected: "review" },
  "no access on one site does not take away what another gives": { own: [null, "comment"], expected: "comment" },
  "no access on all sites ends the search": { own: [null], onCollection: "edit", expected: null },
  "on one site, the member comes before the teams": { own: ["comment"], teams: ["review"], expected: "comment" },
  "the teams of one site compete with the member's grant on another": {
    own: ["comment"],
    teams: [undefined, "edit"],
    expected: "edit"
  },
  "the space's own grant comes first": { own: ["review"], onSpace: "comment", expected: "comment" },
  "so does its default level": { own: ["review"], byDefault: "comment", expected: "comment" },
  "but not for guests": { role: null, own: ["review"], byDefault: "comment", expected: "review" },
  "the collection comes after": { own: ["comment"], onCollection: "review", expected: "comment" },
  "sites without grants say nothing": { onCollection: "review", expected: "review" }
}

it.each(storages.flatMap((storage) => Object.entries(cases).map(([name, given]) => [name, storage, given] as const)))(
  "%s",
  (_, storage, { role = "read", own = [], teams = [], onSpace, byDefault, onCollection, expected }) =>
    Effect.gen(function* () {
      const grants = yield* ContentGrants
      const { id } = yield* organization()
      const user = yield* member(id, "Ann", role)
      const team = yield* asSystem((yield* Teams).create(id, { title: "Team", members: [user] }))
      const shelf = yield* asSystem((yield* Collections).create(id, {}))
      const space = yield* asSystem((yield* Spaces).create(id, { parent: shelf.id }))
      for (const at of [0, 1]) {
        const site = yield* asSystem((yield* Sites).create(id, { spaces: [space.id] }))
        const on = { organization: id, site: site.id }
        const [mine, ours] = [own[at], teams[at]]
        if (mine !== undefined) yield* asSystem(grants.invite(on, { role: mine, users: [user] }))
        if (ours !== undefined) yield* asSystem(grants.invite(on, { role: ours, teams: [team.id] }))
      }
      if (onSpace !== undefined) {
        yield* asSystem(grants.invite({ space: space.id }, { role: onSpace, users: [user] }))
      }
      if (onCollection !== undefined) {
        yield* asSystem(grants.invite({ collection: shelf.id }, { role: onCollection, users: [user] }))
      }
      if (byDefault !== undefined) yield* asSystem((yield* Spaces).update(space.id, { defaultLevel: byDefault }))
      const { readable, standing } = yield* Access
      const mine = yield* as(user)(standing(id))
      const shape = { id: space.id, parent: shelf.id, defaultLevel: byDefault ?? ("inherit" as const) }
      expect(mine.spaceLevel(shape)).toBe(expected)
      expect((yield* readable(mine)).has(space.id)).toBe(expected !== null)
    }).pipe(Effect.provide(workspace(storage)), Effect.runPromise)
)
