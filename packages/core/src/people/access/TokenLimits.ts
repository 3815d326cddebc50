/** Narrows the permissions of a user to the limits of a token or a session: the one place that enforces them. */
import * as Effect from "effect/Effect"
import { Forbidden, Unauthenticated } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { includes, type Scope, type TokenScope } from "../api-tokens/TokenScope.js"
import { SpaceId } from "../places/SpaceId.js"
import type { UserId } from "../users/User.js"
import { Actor, type ActorValue } from "./Actor.js"
import { noting } from "./Requirements.js"
import { type Role, type RoleOrGuest, rank } from "./Role.js"
import type { Levels } from "./Rules.js"
import type { Standing } from "./Standing.js"

/** The highest level that each scope gives on anything. */
const ceilings = { read: "read", write: "create", admin: "admin" } as const satisfies Record<Scope, Role>

/** The limits that affect a standing in an organization, as a text; equal limits give equal texts. */
export const limitsKey = ({ scope, spaces }: TokenScope): string =>
  spaces === undefined ? scope : `${scope} ${spaces.toSorted().join(" ")}`

/** The limits of a {@link limitsKey}. */
export const limitsOf = (key: string): TokenScope => {
  const [scope, ...spaces] = key.split(" ")
  const known: Scope = scope === "write" || scope === "admin" ? scope : "read"
  return spaces.length === 0 ? { scope: known } : { scope: known, spaces: spaces.map((id) => SpaceId.make(id)) }
}

/**
 * A standing narrowed by the limits of a token: never above the level of its scope, and, if it is limited to spaces,
 * the standing of a guest with grants on these alone.
 */
export const limited = (whole: Standing, limits: TokenScope): Standing => {
  const ceiling = ceilings[limits.scope]
  const cut = (level: RoleOrGuest): RoleOrGuest => (rank(level) > rank(ceiling) ? ceiling : level)
  const { organization, rules, snapshot, user } = whole
  const member = { snapshot, organization, rules, limits, ...(user !== undefined && { user }) }
  if (limits.spaces === undefined) {
    return {
      ...member,
      role: cut(whole.role),
      subject: whole.subject,
      teams: new Map(Array.from(whole.teams.keys(), (team) => [team, "member"])),
      collectionLevel: (id) => cut(whole.collectionLevel(id)),
      spaceLevel: (space) => cut(whole.spaceLevel(space)),
      siteLevel: (id) => cut(whole.siteLevel(id))
    }
  }
  const grants: Levels = new Map(limits.spaces.map((space) => [space, ceiling]))
  return {
    ...member,
    role: null,
    subject: { role: null, grants, teamGrants: new Map() },
    teams: new Map(),
    collectionLevel: () => null,
    spaceLevel: (space) => (grants.has(space.id) ? cut(whole.spaceLevel(space)) : null),
    siteLevel: () => null
  }
}

/**
 * Whether a caller with this standing is the given user, and not limited to spaces by a token: a limit to spaces
 * excludes everything personal.
 */
export const isSelf = ({ limits, user }: Standing, id: UserId): boolean => user === id && limits?.spaces === undefined

const limitsOfActor = (actor: ActorValue): TokenScope | undefined =>
  actor.kind === "user" ? actor.token?.limits : undefined

/** Whether the caller signed in with the provider of an organization. */
const isProvided = (actor: ActorValue): boolean =>
  actor.kind === "user" && actor.session !== undefined && actor.session.source.kind !== "account"

/** The organization that the caller's token, or a session of its provider, is limited to. */
export const onlyOrganization = (actor: ActorValue): OrganizationId | undefined => {
  if (actor.kind !== "user") return undefined
  const source = actor.session?.source
  return source && "organization" in source ? source.organization : actor.token?.limits?.organization
}

/** Whether the limits of the caller's token, or of a session of an organization's provider, exclude an organization. */
export const isOutside = (actor: ActorValue, organization: string): boolean => {
  const only = onlyOrganization(actor)
  return only !== undefined && only !== organization
}

/** Refuses sessions of an organization's provider, where the account's own credentials are needed. */
export const ownCredentials = new Forbidden({
  message: "this needs the credentials of the account; an organization's sign-in is not enough"
})

/** Refuses sessions whose account lacks the second factor that the server requires. */
export const secondFactorFirst = new Forbidden({
  message: "this server requires a second factor: add or confirm one first"
})

const forbidden = (scope: Scope): Forbidden =>
  new Forbidden({ message: `this needs a token with the scope "${scope}"` })

/** Requires a scope of the caller's token, if the caller has one; for operations that no level decides. */
export const requireScope = (scope: Scope): Effect.Effect<void, Forbidden, Actor> =>
  noting(
    Effect.flatMap(Actor, (actor) => {
      const limits = limitsOfActor(actor)
      return limits === undefined || includes(limits.scope, scope) ? Effect.void : Effect.fail(forbidden(scope))
    }),
    () => ({ kind: "scope", level: scope })
  )

/**
 * The calling user, for operations on the account that concern no particular organization. A token with limits is
 * refused, and so is a session of an organization's provider. `Unauthenticated` for the embedding program.
 */
export const requireAccount: Effect.Effect<UserId, Unauthenticated | Forbidden, Actor> = noting(
  Effect.flatMap(Actor, (actor): Effect.Effect<UserId, Unauthenticated | Forbidden> => {
    if (actor.kind !== "user") return Effect.fail(new Unauthenticated({ message: "this needs the token of a user" }))
    if (actor.token?.service === true) {
      return Effect.fail(new Forbidden({ message: "a service user may not do this" }))
    }
    if (isProvided(actor)) return Effect.fail(ownCredentials)
    if (actor.session?.lacksSecondFactor === true) return Effect.fail(secondFactorFirst)
    if (actor.token?.limits === undefined) return Effect.succeed(actor.user)
    return Effect.fail(new Forbidden({ message: "this needs a token without limits" }))
  }),
  () => ({ kind: "account" })
)
