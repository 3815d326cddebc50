import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { Access, type AccessError } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { Standing } from "../../people/access/Standing.js"
import type { CollectionId } from "../../people/places/Collection.js"

/** The destination of a move: a collection, or the root. */
export type Destination = (
  standing: Standing,
  from: CollectionId | undefined,
  to: CollectionId | null | undefined
) => Effect.Effect<CollectionId | undefined, AccessError, Actor>

/**
 * The parent after a move from `from` to `to`, where no `to` means to stay and `null` is the root. A new parent must be
 * in the same organization and visible (else `NotFound`), and the caller must have `create` on it (else `Forbidden`).
 */
export const makeDestination: Effect.Effect<Destination, never, Access> = Effect.map(
  Access,
  (access): Destination =>
    Effect.fnUntraced(function* (standing, from, to) {
      if (to === undefined || to === from) return from
      if (to === null) {
        if (from !== undefined) yield* access.requireOrganization(standing.organization.id, needs.manage)
        return undefined
      }
      if (!standing.snapshot.collections.has(to)) return yield* notFound("collection")
      yield* access.requireCollection(to, needs.manage)
      return to
    })
)
