/**
 * Authorization for services: the caller's standing in an organization, and the requirements that every operation
 * states before it does anything. Content below `read` is `NotFound`, exactly as if it did not exist.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import {
  Forbidden,
  type NotFound,
  notFound,
  Unauthenticated,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { type BatchedRead, combinedReads } from "../../storage/rows/BatchedRead.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { MemberRecord } from "../members/Member.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { CollectionId, CollectionRecord } from "../places/Collection.js"
import { CollectionRepository } from "../places/CollectionRepository.js"
import type { SiteId, SiteRecord } from "../places/Site.js"
import { SiteRepository } from "../places/SiteRepository.js"
import type { SpaceId, SpaceRecord } from "../places/Space.js"
import { SpaceRepository } from "../places/SpaceRepository.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { TeamId } from "../teams/Team.js"
import type { UserId } from "../users/User.js"
import { type Caller, makeAccessCaches } from "./AccessCaches.js"
import { keyOf, keyOfSpace } from "./AccessKeys.js"
import { Actor, type ActorValue } from "./Actor.js"
import { noVisitors } from "./NoVisitors.js"
import type { ReadableSpaces } from "./ReadableSpaces.js"
import { noting } from "./Requirements.js"
import { atLeast, type Role, type RoleOrGuest } from "./Role.js"
import { askWithStamps } from "./StampedCache.js"
import { type OrganizationSnapshot, type Standing, seesAll, type WholeSnapshot } from "./Standing.js"
import { isOutside, secondFactorFirst } from "./TokenLimits.js"

/** The reasons why a requirement does not hold. */
export type AccessError = Unauthenticated | NotFound | Forbidden | Unavailable

/** A space as it was found, deleted or not, and the caller's level on it, which may be `null`. */
export interface SpaceLookup {
  readonly stored: Stored<SpaceRecord>
  readonly level: RoleOrGuest
  readonly standing: Standing
}

/** A space that the caller may use as required. */
export interface SpaceAccess {
  readonly space: SpaceRecord
  readonly stored: Stored<SpaceRecord>
  readonly level: Role
  readonly standing: Standing
}

/** A collection that the caller may use as required. */
export interface CollectionAccess {
  readonly collection: CollectionRecord
  readonly stored: Stored<CollectionRecord>
  readonly level: Role
  readonly standing: Standing
}

/** A site that the caller may use as required. */
export interface SiteAccess {
  readonly site: SiteRecord
  readonly stored: Stored<SiteRecord>
  readonly level: Role
  readonly standing: Standing
}

type Required<A> = Effect.Effect<A, NotFound | Forbidden>
type Authorized<A, E = never> = Effect.Effect<A, E | Unauthenticated | Forbidden | Unavailable, Actor>

/**
 * Authorization. Visitors are `Unauthenticated` everywhere, and disabled members in everything that concerns the
 * organization. A member whose token or session the organization does not accept, because it enforces single sign-on or
 * a second factor, is `Forbidden`.
 */
export interface AccessService {
  /** The caller's membership, disabled or not, if there is one. */
  readonly member: (organization: OrganizationId) => Effect.Effect<MemberRecord | undefined, Unavailable, Actor>
  /** The caller's standing in an organization; `NotFound` for non-members. */
  readonly standing: (organization: OrganizationId) => Authorized<Standing, NotFound>
  /** The caller's organization role: `null` for guests and for non-members. */
  readonly organizationLevel: (organization: OrganizationId) => Authorized<RoleOrGuest>
  /** The caller's level on a collection, `null` for none. */
  readonly collectionLevel: (collection: CollectionRecord) => Authorized<RoleOrGuest>
  /** The caller's level on a space, `null` for none. */
  readonly spaceLevel: (space: SpaceRecord) => Authorized<RoleOrGuest>
  /** The caller's standing, if the organization role is at least `role`; without `role`, any membership is enough. */
  readonly requireOrganization: (
    organization: OrganizationId,
    role?: Role
  ) => Authorized<Standing, NotFound | Forbidden>
  /** The collection, if the caller has `level` on it. */
  readonly requireCollection: (id: CollectionId, level: Role) => Authorized<CollectionAccess, NotFound | Forbidden>
  /** The space, if it is not deleted and the caller has `level` on it. */
  readonly requireSpace: (id: SpaceId, level: Role) => Authorized<SpaceAccess, NotFound | Forbidden>
  /** {@link AccessService.requireSpace}, with something else that is read in the same call of the storage. */
  readonly requireSpaceAnd: <A>(
    id: SpaceId,
    level: Role,
    also: BatchedRead<A>
  ) => Authorized<readonly [SpaceAccess, A], NotFound | Forbidden>
  /** The site, if it is one of the organization's and the caller has `level` on it. */
  readonly requireSite: (
    organization: OrganizationId,
    id: SiteId,
    level: Role
  ) => Authorized<SiteAccess, NotFound | Forbidden>
  /** The space, deleted or not, whatever the caller's level; for operations on the lifecycle of spaces. */
  readonly lookupSpace: (id: SpaceId) => Authorized<SpaceLookup, NotFound>
  /** The standing of a member, or the one they would have if not disabled; `undefined` for non-members. */
  readonly standingOf: (organization: OrganizationId, user: UserId) => Effect.Effect<Standing | undefined, Unavailable>
  /**
   * The snapshot behind a standing, with every grant in the organization. Where that has changed, it takes time
   * proportional to the size of the organization.
   */
  readonly whole: (standing: Standing) => Effect.Effect<WholeSnapshot, Unavailable>
  /** The data that decides levels in an organization, its sites included; `undefined` if it does not exist. */
  readonly snapshot: (organization: OrganizationId) => Effect.Effect<OrganizationSnapshot | undefined, Unavailable>
  /** The data that decides who may see each space of an organization; deleted spaces are excluded. */
  readonly shapes: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<SpaceShape>, Unavailable>
  /** The spaces that a caller with this standing may read. */
  readonly readable: (standing: Standing) => Effect.Effect<ReadableSpaces, Unavailable>
  /** The number of spaces that a caller with this standing may read, in all or directly in one collection. */
  readonly countReadable: (standing: Standing, parent?: CollectionId) => Effect.Effect<number, Unavailable>
  /** The number of spaces that both a member and a caller with this standing may read. */
  readonly countCommon: (standing: Standing, member: Standing) => Effect.Effect<number, Unavailable>
  /** The number of spaces granted to a team that a caller with this standing may read. */
  readonly countOfTeam: (standing: Standing, team: TeamId) => Effect.Effect<number, Unavailable>
}

/** Authorization for services. */
export class Access extends Context.Tag("@lectern/core/Access")<Access, AccessService>() {}

const disabled = new Unauthenticated({ message: "the token is not valid" })
const signOnElsewhere = new Forbidden({
  message: "the organization enforces single sign-on, and accepts only tokens obtained through it"
})
const signOnHere = new Forbidden({
  message: "the organization enforces single sign-on: sign in with its identity provider"
})
const secondFactorHere = new Forbidden({
  message: "the organization requires a second factor: add or confirm a passkey or an authenticator app in your account"
})

const secondFactorToken = new Forbidden({
  message: "the organization requires a second factor: make a new token after signing in with one"
})

/**
 * An organization without members, looked up in place of one that does not exist, so that absence takes the same steps
 * as invisibility.
 */
const nowhere = OrganizationId.make("")

/** The refusal of a call on visible content; `level` is the level that the call needs there. */
export const forbidden = (what: string, level: Role): Forbidden =>
  new Forbidden({ message: `this needs the level "${level}" on the ${what}` })

const make = Effect.gen(function* () {
  const askFirst = askWithStamps(yield* Storage)
  const collections = yield* CollectionRepository
  const members = yield* MemberRepository
  const spaces = yield* SpaceRepository
  const sites = yield* SiteRepository
  const caches = yield* makeAccessCaches

  /** The standing as cached. Only a string is a valid id. */
  const cachedFor = (
    actor: ActorValue,
    organization: OrganizationId
  ): Effect.Effect<Caller | undefined, Unauthenticated | Unavailable> => {
    if (actor.kind === "visitor") return Effect.fail(noVisitors)
    const isThere = typeof organization === "string" && !isOutside(actor, organization)
    const [user, limits] = actor.kind === "user" ? [actor.user, actor.token?.limits] : []
    return caches.standings.get(keyOf(isThere ? organization : nowhere, user, limits))
  }

  /** The error with which the organization refuses the caller, if it does. */
  const refusal = (actor: ActorValue, { disabled: isDisabled, isAdmin, standing: { organization } }: Caller) => {
    if (isDisabled) return disabled
    if (actor.kind !== "user") return undefined
    const { session, token } = actor
    if (session?.source.kind === "account") {
      if (session.lacksSecondFactor) return secondFactorFirst
      if (organization.secondFactor === "required" && !session.secondFactor) return secondFactorHere
      return organization.sso && !isAdmin ? signOnHere : undefined
    }
    if (token === undefined || token.exempt) return undefined
    if (organization.secondFactor === "required" && !token.secondFactor) return secondFactorToken
    return organization.sso && !isAdmin ? signOnElsewhere : undefined
  }

  const lookup = (organization: OrganizationId): Authorized<Standing | undefined> =>
    Effect.flatMap(Actor, (actor) =>
      Effect.flatMap(cachedFor(actor, organization), (found) => {
        const refused = found && refusal(actor, found)
        return refused === undefined ? Effect.succeed(found?.standing) : Effect.fail(refused)
      })
    )

  const readable: AccessService["readable"] = ({ limits, organization, user }) =>
    caches.readable.get(keyOf(organization.id, user, limits))

  const standing: AccessService["standing"] = (organization) =>
    Effect.flatMap(lookup(organization), (found) =>
      found === undefined ? Effect.fail(notFound("organization")) : Effect.succeed(found)
    )

  const spaceFound = (stored: Stored<SpaceRecord> | undefined): Authorized<SpaceLookup, NotFound> =>
    Effect.flatMap(
      lookup(stored === undefined ? nowhere : stored.value.organization),
      (found): Effect.Effect<SpaceLookup, NotFound> =>
        stored === undefined || found === undefined
          ? Effect.fail(notFound("space"))
          : Effect.succeed({ stored, level: found.spaceLevel(stored.value), standing: found })
    )

  const lookupSpace: AccessService["lookupSpace"] = (id) => askFirst(keyOfSpace(id), spaces.finding(id), spaceFound)

  const permitted = ({ stored, level, standing: found }: SpaceLookup, required: Role): Required<SpaceAccess> => {
    const space = stored.value
    if (level === null || space.deletedAt !== undefined) return Effect.fail(notFound("space"))
    if (!atLeast(level, required)) return Effect.fail(forbidden("space", required))
    return Effect.succeed({ space, stored, level, standing: found })
  }

  const requireSpaceAnd: AccessService["requireSpaceAnd"] = <A>(id: SpaceId, required: Role, also: BatchedRead<A>) =>
    noting(
      askFirst(keyOfSpace(id), combinedReads([spaces.finding(id), also]), ([stored, more]) =>
        Effect.map(
          Effect.flatMap(spaceFound(stored), (found) => permitted(found, required)),
          (found): readonly [SpaceAccess, A] => [found, more]
        )
      ),
      () => ({ kind: "space", id, level: required })
    )

  const countReadable: AccessService["countReadable"] = (found, parent) =>
    seesAll(found)
      ? caches.totals.get(`${found.organization.id}\n${parent ?? ""}`)
      : Effect.map(readable(found), (spaces) => spaces.count(parent))

  const service: AccessService = {
    member: (organization) =>
      Effect.flatMap(Actor, (actor) =>
        actor.kind === "user"
          ? Effect.map(members.find(organization, actor.user), (found) => found?.value)
          : Effect.succeed(undefined)
      ),
    standing: (organization) => noting(standing(organization), () => ({ kind: "organization", id: organization })),
    organizationLevel: (organization) => Effect.map(lookup(organization), (found) => found?.role ?? null),
    collectionLevel: ({ organization, id }) =>
      Effect.map(lookup(organization), (found) => found?.collectionLevel(id) ?? null),
    spaceLevel: (space) => Effect.map(lookup(space.organization), (found) => found?.spaceLevel(space) ?? null),
    requireOrganization: (organization, role) =>
      noting(
        Effect.flatMap(standing(organization), (found) =>
          role === undefined || atLeast(found.role, role)
            ? Effect.succeed(found)
            : Effect.fail(forbidden("organization", role))
        ),
        () => ({ kind: "organization", id: organization, ...(role !== undefined && { level: role }) })
      ),
    requireCollection: (id, required) =>
      noting(
        Effect.flatMap(collections.find(id), (stored) =>
          Effect.flatMap(
            lookup(stored === undefined ? nowhere : stored.value.organization),
            (found): Required<CollectionAccess> => {
              const level = found?.collectionLevel(id) ?? null
              if (stored === undefined || found === undefined || level === null)
                return Effect.fail(notFound("collection"))
              if (!atLeast(level, required)) return Effect.fail(forbidden("collection", required))
              return Effect.succeed({ collection: stored.value, stored, level, standing: found })
            }
          )
        ),
        () => ({ kind: "collection", id, level: required })
      ),
    requireSpace: (id, required) =>
      noting(
        Effect.flatMap(lookupSpace(id), (found) => permitted(found, required)),
        () => ({ kind: "space", id, level: required })
      ),
    requireSpaceAnd,
    requireSite: (organization, id, required) =>
      noting(
        Effect.flatMap(standing(organization), (found) =>
          Effect.flatMap(sites.find(id), (stored): Required<SiteAccess> => {
            const level = found.siteLevel(id)
            if (stored === undefined || level === null) return Effect.fail(notFound("site"))
            if (!atLeast(level, required)) return Effect.fail(forbidden("site", required))
            return Effect.succeed({ site: stored.value, stored, level, standing: found })
          })
        ),
        () => ({ kind: "site", id, organization, level: required })
      ),
    lookupSpace: (id) =>
      noting(lookupSpace(id), ({ level }) => (level === null ? undefined : { kind: "any-space", id, level })),
    standingOf: (organization, user) =>
      Effect.map(caches.standings.get(keyOf(organization, user)), (found) => found?.standing),
    whole: ({ organization, snapshot }) =>
      Effect.map(caches.everybody.get(organization.id), (everybody) => ({ ...snapshot, ...everybody })),
    snapshot: (organization) => caches.snapshots.get(organization),
    shapes: (organization) => Effect.map(caches.shapes.get(organization), ({ all }) => all),
    readable,
    countReadable,
    countCommon: (found, member) => {
      if (found.user === member.user) return countReadable(found)
      if (seesAll(found)) return countReadable(member)
      if (seesAll(member) || member.user === undefined) return countReadable(found)
      return caches.common.get(`${keyOf(found.organization.id, found.user, found.limits)}\n${member.user}`)
    },
    countOfTeam: ({ limits, organization, user }, team) =>
      caches.ofTeams.get(`${keyOf(organization.id, user, limits)}\n${team}`)
  }
  return service
})

/** {@link Access} over the repositories of the context; grants are read by it alone. */
export const service = serviceOf(Access, make)
