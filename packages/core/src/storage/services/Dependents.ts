/** Handlers for rows whose owner is deleted, transferred or copied: resources register them with repositories. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import type { UserId } from "../../foundation/ids/UserId.js"

/** The organization that the owner is transferred to. */
export interface NewOwner {
  readonly organization: OrganizationId
  readonly isMember: (user: UserId) => Effect.Effect<boolean, Unavailable>
}

/** The person who is erased, with the values from before. */
export interface ErasedPerson {
  readonly id: UserId
  readonly email: string
}

/** The actions of a resource when the owner of its rows is deleted, transferred or copied. */
export interface Dependent {
  /**
   * Removes everything that belongs to a space, in small transactions, before the space itself is permanently removed.
   */
  readonly purge?: (space: string) => Effect.Effect<void, Unavailable>
  /** Removes the rows set on a space, a collection or a site, in the transaction that removes it. */
  readonly removeOn?: (target: string) => Effect.Effect<void, Unavailable>
  /**
   * Takes the rows set on a space or a collection into another organization, or removes rows that cannot go along, in
   * the transaction of the transfer.
   */
  readonly transfer?: (target: string, to: NewOwner) => Effect.Effect<void, Unavailable>
  /** Copies the rows set on a space to its copy, in the transaction that shows the copy. */
  readonly duplicate?: (original: string, copy: string) => Effect.Effect<void, Unavailable>
  /** Removes the rows that belong to a member, in the transaction in which the member leaves. */
  readonly leave?: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
  /**
   * Removes a person's rows on the server, in the transaction that erases them, after they have left all organizations.
   */
  readonly erase?: (person: ErasedPerson) => Effect.Effect<void, Unavailable>
}

/** All registered dependents: each call reaches all of them, in the order of the engine's repositories. */
export type DependentsService = Required<Dependent>

/** The dependents of spaces, collections, sites and people. */
export class Dependents extends Context.Tag("@lectern/core/Dependents")<Dependents, DependentsService>() {}

/** Several dependents as one. */
export const allOf = (dependents: ReadonlyArray<Dependent>): DependentsService => {
  const each = (call: (dependent: Dependent) => Effect.Effect<void, Unavailable> | undefined) =>
    Effect.forEach(dependents, (dependent) => call(dependent) ?? Effect.void, { discard: true })
  return {
    purge: (space) => each(({ purge }) => purge?.(space)),
    removeOn: (target) => each(({ removeOn }) => removeOn?.(target)),
    transfer: (target, to) => each(({ transfer }) => transfer?.(target, to)),
    duplicate: (original, copy) => each(({ duplicate }) => duplicate?.(original, copy)),
    leave: (organization, user) => each(({ leave }) => leave?.(organization, user)),
    erase: (person) => each(({ erase }) => erase?.(person))
  }
}
