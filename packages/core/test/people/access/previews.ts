/** Planned changes that are previewed, and then made. */
import { expect } from "@effect/vitest"
import { AccessExplanations } from "@lectern/core/access/AccessExplanations"
import type { Actor } from "@lectern/core/access/Actor"
import type { LevelChange } from "@lectern/core/access/Explanation"
import { Role, type RoleOrGuest } from "@lectern/core/access/Role"
import { CollectionId } from "@lectern/core/collections/Collection"
import { Collections } from "@lectern/core/collections/Collections"
import type { GrantTarget } from "@lectern/core/content-grants/ContentGrant"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Members } from "@lectern/core/members/Members"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Access } from "@lectern/core/people/access/Access"
import type { PlannedChange } from "@lectern/core/people/access/PlannedChange"
import type { Content } from "@lectern/core/people/access/Policy"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Teams } from "@lectern/core/teams/Teams"
import { Effect } from "effect"
import { as, asSystem, outcome } from "../../workspace.js"
import type { Built } from "./generated.js"

/** The collections, spaces and sites. */
export const thingsOf = ({ collections, spaces, sites }: Built): ReadonlyArray<Content> => [
  ...collections.map(({ id }) => ({ kind: "collection", id }) as const),
  ...spaces.map(({ id }) => ({ kind: "space", id }) as const),
  ...sites.map(({ id }) => ({ kind: "site", id }) as const)
]

const grantTarget = (organization: OrganizationId, { kind, id }: Content): GrantTarget => {
  if (kind === "space") return { space: SpaceId.make(id) }
  return kind === "collection" ? { collection: CollectionId.make(id) } : { organization, site: SiteId.make(id) }
}

/** Makes the change. */
const make = Effect.fnUntraced(function* (id: OrganizationId, change: PlannedChange) {
  const grants = yield* ContentGrants
  switch (change.change) {
    case "grant": {
      const { holder, level: role } = change
      const holders = "user" in holder ? { users: [holder.user] } : { teams: [holder.team] }
      return yield* grants.invite(grantTarget(id, change.on), { role, ...holders })
    }
    case "remove-grant": {
      const on = grantTarget(id, change.on)
      return yield* "user" in change.holder
        ? grants.removeUser(on, change.holder.user)
        : grants.removeTeam(on, change.holder.team)
    }
    case "default-level": {
      const patch = { defaultLevel: change.level }
      if (change.on.kind === "space") yield* (yield* Spaces).update(SpaceId.make(change.on.id), patch)
      else yield* (yield* Collections).update(CollectionId.make(change.on.id), patch)
      return
    }
    case "role":
      yield* (yield* Members).update(id, change.user, { role: change.role })
      return
    default: {
      const list = { [change.change === "add-to-team" ? "add" : "remove"]: [change.user] }
      yield* (yield* Teams).updateMembers(id, change.team, list)
    }
  }
})

/** Which calls the engine allows, as the level that they add up to. */
export const levels = Effect.fnUntraced(function* (world: Built) {
  const access = yield* Access
  const found = new Map<string, RoleOrGuest>()
  for (const user of world.members) {
    for (const { kind, id } of thingsOf(world)) {
      let best: RoleOrGuest = null
      for (const required of Role.literals) {
        const call: Effect.Effect<unknown, LecternError, Actor> =
          kind === "space"
            ? access.requireSpace(SpaceId.make(id), required)
            : kind === "collection"
              ? access.requireCollection(CollectionId.make(id), required)
              : access.requireSite(world.id, SiteId.make(id), required)
        if ((yield* outcome(as(user)(call))) === "ok") best = required
      }
      found.set(`${user} ${id}`, best)
    }
  }
  return found
})

/** Makes a change that was previewed, and returns its effects, which the preview predicted. */
export const previewed = Effect.fnUntraced(function* (world: Built, change: PlannedChange) {
  const before = yield* levels(world)
  const told = yield* asSystem((yield* AccessExplanations).preview(world.id, change))
  expect(yield* levels(world)).toEqual(before)
  yield* asSystem(make(world.id, change))
  const after = yield* levels(world)
  const key = ({ member: { id }, on, from, to }: LevelChange) => `${id} ${on.id}: ${from} -> ${to}`
  const happened = [...before].flatMap(([pair, from]) => {
    const to = after.get(pair)
    return from === to ? [] : [`${pair}: ${from} -> ${to}`]
  })
  expect(told.map(key).sort()).toEqual(happened.sort())
  return happened
})
