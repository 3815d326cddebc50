/** What happens to rows when their owner is deleted: resources register this with their repositories. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SpaceId } from "../spaces/Space.js"
import type { UserId, UserRecord } from "../users/User.js"

/** What a resource does when the owner of its rows is deleted. */
export interface Dependent {
  /** Removes everything that belongs to a space, in small transactions, before the space itself is removed for good. */
  readonly purge?: (space: SpaceId) => Effect.Effect<void, Unavailable>
  /** Removes what is set on a space, a collection or a site, in the transaction that removes it. */
  readonly removeOn?: (target: string) => Effect.Effect<void, Unavailable>
  /** Removes what belongs to a member, in the transaction in which the member leaves. */
  readonly leave?: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
  /**
   * Removes what a person has on the server, in the transaction that erases them, after they have left all
   * organizations.
   */
  readonly erase?: (person: UserRecord) => Effect.Effect<void, Unavailable>
}

/** All registered dependents: each call reaches all of them, in the order of the engine's repositories. */
export type DependentsService = Required<Dependent>

/** The dependents of spaces, collections, sites and members. */
export class Dependents extends Context.Tag("@lectern/core/Dependents")<Dependents, DependentsService>() {}

/** Several dependents as one. */
export const allOf = (dependents: ReadonlyArray<Dependent>): DependentsService => ({
  purge: (space) => Effect.forEach(dependents, ({ purge }) => purge?.(space) ?? Effect.void, { discard: true }),
  removeOn: (target) =>
    Effect.forEach(dependents, ({ removeOn }) => removeOn?.(target) ?? Effect.void, { discard: true }),
  leave: (organization, user) =>
    Effect.forEach(dependents, ({ leave }) => leave?.(organization, user) ?? Effect.void, { discard: true }),
  erase: (person) => Effect.forEach(dependents, ({ erase }) => erase?.(person) ?? Effect.void, { discard: true })
})
