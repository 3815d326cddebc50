/** The most frequently read authorization data, cached in process until it changes. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { CollectionId } from "../places/CollectionId.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import { TeamId } from "../teams/TeamId.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import { UserId } from "../users/User.js"
import { keyOf, limitsIn, organizationOf, restOf, userOf } from "./AccessKeys.js"
import { GrantRepository } from "./GrantRepository.js"
import { makeOrganizationCaches } from "./OrganizationCaches.js"
import {
  arranged,
  countBoth,
  countShared,
  type PlacedSpaces,
  placed,
  type ReadableSpaces,
  readableSpaces,
  type SpaceShapes
} from "./ReadableSpaces.js"
import type { RoleOrGuest } from "./Role.js"
import type { Levels } from "./Rules.js"
import {
  accessStamp,
  type CachePlace,
  cachePlaces,
  derived,
  memberStamp,
  spacesStamp,
  stampedCache,
  teamStamp
} from "./StampedCache.js"
import {
  type OrganizationSnapshot,
  type Places,
  type Standing,
  standing,
  standingOfSystem,
  standingOfTeam,
  strongestOf
} from "./Standing.js"
import { limited } from "./TokenLimits.js"

/** The standing of a user in an organization, disabled or not. */
export interface Caller {
  readonly standing: Standing
  readonly disabled: boolean
  /** Whether the member is an administrator, whatever the token is limited to. */
  readonly isAdmin: boolean
}

/** A member with the grants of that member alone. */
interface Holder {
  readonly role: RoleOrGuest
  readonly disabled: boolean
  readonly grants: Levels
  readonly teams: Places
}

type CallerParts = readonly [
  snapshot: OrganizationSnapshot | undefined,
  holder: Holder | undefined,
  ...granted: ReadonlyArray<Levels>
]
type SpacesParts = readonly [caller: Caller | undefined, spaces: PlacedSpaces | undefined]

const noSpaces: ReadableSpaces = { has: () => false, synonyms: () => [], count: () => 0, places: () => [] }

const levelsOf = (grants: ReadonlyArray<{ readonly target: string; readonly level: RoleOrGuest }>): Levels =>
  new Map(grants.map(({ target, level }) => [target, level]))

/** The caches of an engine, over the repositories of the context. */
export const makeAccessCaches = Effect.gen(function* () {
  const at = yield* cachePlaces
  const members = yield* MemberRepository
  const grants = yield* GrantRepository
  const spaces = yield* SpaceRepository
  const teams = yield* TeamRepository
  const { everybody, snapshots } = yield* makeOrganizationCaches(at)

  const holders = stampedCache<Holder | undefined>(at("access.members"), {
    capacity: 20_000,
    stamps: (key) => [memberStamp(organizationOf(key), userOf(key) ?? "")],
    load: Effect.fnUntraced(function* (key) {
      const organization = organizationOf(key)
      const user = userOf(key)
      const member = user && (yield* members.find(organization, user))?.value
      if (user === undefined || member === undefined) return undefined
      const places = yield* teams.ofMember(organization, user)
      return {
        role: member.role,
        disabled: member.disabled,
        grants: levelsOf(yield* grants.of(organization, user)),
        teams: new Map(places.map(({ value }) => [value.team, value.role]))
      }
    })
  })

  /** The levels granted to a team, by the ids of the organization and the team. */
  const teamLevels = stampedCache<Levels>(at("access.teams"), {
    capacity: 20_000,
    stamps: (key) => [teamStamp(organizationOf(key), restOf(key))],
    load: (key) => Effect.map(grants.teams.of(organizationOf(key), TeamId.make(restOf(key))), levelsOf)
  })

  const ofTeam = (organization: string, team: string) => teamLevels.get(`${organization}\n${team}`)

  /** Standings, by {@link keyOf}; `undefined` for non-members. */
  const standings = derived<CallerParts, Caller | undefined>(at("access.standings"), {
    capacity: 20_000,
    stamps: (key) => [accessStamp(organizationOf(key))],
    parts: Effect.fnUntraced(function* (key) {
      const organization = organizationOf(key)
      const snapshot = yield* snapshots.get(organization)
      const holder = yield* holders.get(keyOf(organization, userOf(key)))
      const granted: Array<Levels> = []
      for (const team of holder?.teams.keys() ?? []) granted.push(yield* ofTeam(organization, team))
      return [snapshot, holder, ...granted] as const
    }),
    make: ([snapshot, holder, ...granted], key) => {
      const user = userOf(key)
      if (snapshot === undefined) return undefined
      if (user === undefined) return { standing: standingOfSystem(snapshot), disabled: false, isAdmin: true }
      if (holder === undefined) return undefined
      const { role, grants: own, teams: places, disabled } = holder
      const subject = { role, grants: own, teamGrants: strongestOf(granted) }
      const whole = standing(snapshot, subject, user, places)
      const limits = limitsIn(key)
      const isAdmin = role === "admin"
      return { standing: limits === undefined ? whole : limited(whole, limits), disabled, isAdmin }
    }
  })

  /** The data that decides who may see each space of an organization, by its id. */
  const shapes = stampedCache<SpaceShapes>(at("access.spaces"), {
    capacity: 200,
    stamps: (id) => [spacesStamp(id)],
    load: (id) => Effect.map(spaces.shapes(OrganizationId.make(id)), arranged)
  })

  const accessAndSpaces = (key: string): ReadonlyArray<string> => {
    const organization = organizationOf(key)
    return [accessStamp(organization), spacesStamp(organization)]
  }

  const placedSpaces = derived<readonly [OrganizationSnapshot | undefined, SpaceShapes], PlacedSpaces | undefined>(
    at("access.placed_spaces"),
    {
      capacity: 200,
      stamps: (id) => accessAndSpaces(`${id}\n`),
      parts: Effect.fnUntraced(function* (id) {
        return [yield* snapshots.get(id), yield* shapes.get(id)] as const
      }),
      make: ([snapshot, all]) => snapshot && placed(snapshot, all)
    }
  )

  /** The spaces that a user may read, by {@link keyOf}. */
  const readable = derived<SpacesParts, ReadableSpaces>(at("access.readable_spaces"), {
    capacity: 2_000,
    stamps: accessAndSpaces,
    parts: Effect.fnUntraced(function* (key) {
      return [yield* standings.get(key), yield* placedSpaces.get(organizationOf(key))] as const
    }),
    make: ([caller, all]) =>
      caller === undefined || all === undefined ? noSpaces : readableSpaces(caller.standing, all)
  })

  /** The number of a user's readable spaces that also count for something else, by {@link keyOf} and its id. */
  const shared = <Other>(
    place: CachePlace,
    otherOf: (organization: OrganizationId, id: string) => Effect.Effect<Other | undefined, Unavailable>,
    count: (caller: Standing, other: Other, spaces: PlacedSpaces) => number
  ) =>
    derived<readonly [...SpacesParts, Other | undefined], number>(place, {
      capacity: 20_000,
      stamps: accessAndSpaces,
      parts: Effect.fnUntraced(function* (key) {
        const organization = organizationOf(key)
        const end = key.lastIndexOf("\n")
        return [
          yield* standings.get(key.slice(0, end)),
          yield* placedSpaces.get(organization),
          yield* otherOf(organization, key.slice(end + 1))
        ] as const
      }),
      make: ([caller, all, other]) =>
        caller === undefined || all === undefined || other === undefined ? 0 : count(caller.standing, other, all)
    })

  /** The number of spaces granted to a team that a user may read, by {@link keyOf} and the team. */
  const ofTeams = shared(at("access.shared_spaces"), ofTeam, (caller, granted, all) =>
    countShared(standingOfTeam(caller.snapshot, granted), caller, all)
  )

  /**
   * The number of spaces that two members who are not administrators may both read, by {@link keyOf} and the other
   * user.
   */
  const common = shared(
    at("access.common_spaces"),
    (organization, user) => standings.get(keyOf(organization, UserId.make(user))),
    (caller, other, all) => countBoth(caller, other.standing, all)
  )

  /** The number of spaces, by organization and parent; an empty parent counts all of them. */
  const totals = stampedCache<number>(at("access.space_counts"), {
    capacity: 2_000,
    stamps: (key) => [spacesStamp(organizationOf(key))],
    load: (key) => {
      const parent = restOf(key)
      return spaces.count(organizationOf(key), parent === "" ? undefined : CollectionId.make(parent))
    }
  })

  return { snapshots, standings, everybody, shapes, readable, ofTeams, common, totals }
})
