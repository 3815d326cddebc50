/** What authorization reads again and again, kept in process until it changes. */
import { Effect } from "effect"
import type { CollectionId } from "../collections/Collection.js"
import { CollectionRepository } from "../collections/CollectionRepository.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import type { SiteShape } from "../sites/Site.js"
import { SiteRepository } from "../sites/SiteRepository.js"
import type { SpaceId } from "../spaces/Space.js"
import { SpaceRepository, type SpaceShape } from "../spaces/SpaceRepository.js"
import { Storage } from "../storage/Storage.js"
import type { TeamId, TeamRole } from "../teams/Team.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { UserId } from "../users/User.js"
import { accessStamp, cached, spacesStamp } from "./Cached.js"
import { GrantRepository } from "./GrantRepository.js"
import type { RoleOrGuest } from "./Role.js"
import { type OrganizationSnapshot, type Standing, standingOf, standingOfTeam } from "./Standing.js"

/** The spaces of an organization that a caller may read; deleted ones are not among them. */
export interface ReadableSpaces {
  readonly ids: ReadonlySet<string>
  /** How many of them are directly in each collection that has any. */
  readonly inParent: ReadonlyMap<string, number>
}

/** The key of what belongs to a user in an organization, or to the embedding program there. */
export const keyOf = (organization: string, user: UserId | undefined): string =>
  user === undefined ? `${organization}\nsystem` : `${organization}\nuser ${user}`

const organizationOf = (key: string): OrganizationId => key.slice(0, key.indexOf("\n")) as OrganizationId
const restOf = (key: string): string => key.slice(key.indexOf("\n") + 1)

type Entry<K, V> = readonly [outer: string, inner: K, value: V]

/** Maps of values by two keys. */
const nested = <K, V>(entries: ReadonlyArray<Entry<K, V>>): ReadonlyMap<string, ReadonlyMap<K, V>> => {
  const outer = new Map<string, Map<K, V>>()
  for (const [key, inner, value] of entries) {
    const known = outer.get(key)
    if (known === undefined) outer.set(key, new Map([[inner, value]]))
    else known.set(inner, value)
  }
  return outer
}

/** The sites that each space is on. */
const bySpace = (sites: ReadonlyArray<SiteShape>): ReadonlyMap<SpaceId, ReadonlyArray<SiteShape>> => {
  const found = new Map<SpaceId, Array<SiteShape>>()
  for (const site of sites) {
    for (const space of site.spaces) {
      const known = found.get(space)
      if (known === undefined) found.set(space, [site])
      else known.push(site)
    }
  }
  return found
}

/** The spaces of `shapes` that somebody who stands like this may read. */
export const readableOf = (standing: Standing, shapes: ReadonlyArray<SpaceShape>): ReadableSpaces => {
  const ids = new Set<string>()
  const inParent = new Map<string, number>()
  for (const shape of shapes) {
    if (standing.spaceLevel(shape) === null) continue
    ids.add(shape.id)
    if (shape.parent !== undefined) inParent.set(shape.parent, (inParent.get(shape.parent) ?? 0) + 1)
  }
  return { ids, inParent }
}

/** The caches of an engine, over the repositories of the context. */
export const make = Effect.gen(function* () {
  const storage = yield* Storage
  const organizations = yield* OrganizationRepository
  const collections = yield* CollectionRepository
  const members = yield* MemberRepository
  const grants = yield* GrantRepository
  const spaces = yield* SpaceRepository
  const teams = yield* TeamRepository
  const sites = yield* SiteRepository

  /** Everything that decides levels in an organization, by its id. */
  const snapshots = cached<OrganizationSnapshot | undefined>(storage, {
    capacity: 1_000,
    stamps: (id) => [accessStamp(id)],
    load: Effect.fnUntraced(function* (key) {
      const id = key as OrganizationId
      const organization = (yield* organizations.find(id))?.value
      if (organization === undefined) return undefined
      const byUser = yield* grants.inOrganization(id)
      const byTeam = yield* grants.teams.inOrganization(id)
      const places = yield* teams.memberships(id)
      const all = yield* collections.list(id)
      const siteShapes = yield* sites.shapes(id)
      return {
        organization,
        collections: new Map(all.map(({ value }) => [value.id, value])),
        grants: nested(byUser.map(({ user, target, level }): Entry<string, RoleOrGuest> => [user, target, level])),
        teamGrants: nested(byTeam.map(({ team, target, level }): Entry<string, RoleOrGuest> => [team, target, level])),
        teams: nested(places.map(({ user, team, role }): Entry<TeamId, TeamRole> => [user, team, role])),
        sites: new Map(siteShapes.map((site) => [site.id, site])),
        sitesOf: bySpace(siteShapes)
      }
    })
  })

  /** Where somebody stands, by {@link keyOf}; `undefined` for those who are not members. */
  const standings = cached<Standing | "disabled" | undefined>(storage, {
    capacity: 20_000,
    stamps: (key) => [accessStamp(organizationOf(key))],
    load: Effect.fnUntraced(function* (key) {
      const organization = organizationOf(key)
      const snapshot = yield* snapshots.get(organization)
      if (restOf(key) === "system") return snapshot === undefined ? undefined : standingOf(snapshot, "admin")
      const user = UserId.make(restOf(key).slice("user ".length))
      const member = (yield* members.find(organization, user))?.value
      if (snapshot === undefined || member === undefined) return undefined
      return member.disabled ? "disabled" : standingOf(snapshot, member.role, user)
    })
  })

  /** What decides who may see each space of an organization, by its id. */
  const shapes = cached<ReadonlyArray<SpaceShape>>(storage, {
    capacity: 200,
    stamps: (id) => [spacesStamp(id)],
    load: (id) => spaces.shapes(id as OrganizationId)
  })

  /** What somebody may read, by {@link keyOf}. */
  const readable = cached<ReadableSpaces>(storage, {
    capacity: 2_000,
    stamps: (key) => [accessStamp(organizationOf(key)), spacesStamp(organizationOf(key))],
    load: Effect.fnUntraced(function* (key) {
      const standing = yield* standings.get(key)
      if (standing === undefined || standing === "disabled") return { ids: new Set<string>(), inParent: new Map() }
      return readableOf(standing, yield* shapes.get(organizationOf(key)))
    })
  })

  /** The ids of what a team was given access to, by the organization's id and the team's. */
  const readableOfTeam = cached<ReadonlySet<string>>(storage, {
    capacity: 2_000,
    stamps: (key) => [accessStamp(organizationOf(key)), spacesStamp(organizationOf(key))],
    load: Effect.fnUntraced(function* (key) {
      const snapshot = yield* snapshots.get(organizationOf(key))
      const team = restOf(key) as TeamId
      if (snapshot === undefined || !snapshot.teamGrants.has(team)) return new Set<string>()
      return readableOf(standingOfTeam(snapshot, team), yield* shapes.get(organizationOf(key))).ids
    })
  })

  /** How many spaces there are, by organization and parent, where the parent may be empty: all of them. */
  const totals = cached<number>(storage, {
    capacity: 2_000,
    stamps: (key) => [spacesStamp(organizationOf(key))],
    load: (key) => {
      const parent = restOf(key)
      return spaces.count(organizationOf(key), parent === "" ? undefined : (parent as CollectionId))
    }
  })

  return { standings, shapes, readable, readableOfTeam, totals }
})
