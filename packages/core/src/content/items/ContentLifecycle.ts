/** The changes to the content of a space when the space is created, deleted or copied. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId, SpaceRecord } from "../../people/places/Space.js"
import type { UserId } from "../../people/users/User.js"

/** The head of a space's main line of content. */
export interface Head {
  readonly revision: RevisionId
  readonly sequence: number
}

/**
 * The content of spaces, as seen by the service of spaces. Calls run inside that service's transaction unless they say
 * otherwise.
 */
export interface ContentLifecycleService {
  /** Makes the first, empty revision of a space that is about to be stored. */
  readonly create: (space: SpaceId, at: string, by?: UserId) => Effect.Effect<Head, Unavailable>
  /**
   * Copies the head of a space, under new ids, to the first revision of a space that nobody can see yet, in many small
   * transactions of its own. `Conflict` if the organization would exceed its storage quota.
   */
  readonly copy: (from: SpaceRecord, to: SpaceId) => Effect.Effect<void, Conflict | Unavailable>
  /** The space was deleted but can be restored: removes it from search. */
  readonly removed: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** The space was restored: adds it to search again. */
  readonly restored: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** The space is deleted permanently, with everything it contains, in many small transactions. */
  readonly purge: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
}

/** The content of spaces as their service needs it. */
export class ContentLifecycle extends Context.Tag("@lectern/core/ContentLifecycle")<
  ContentLifecycle,
  ContentLifecycleService
>() {}
