/** What happens to the content of a space when the space is created, deleted or copied. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import type { UserId } from "../users/User.js"
import type { RevisionId } from "./RevisionId.js"

/** The head of a space's main line of content. */
export interface Head {
  readonly revision: RevisionId
  readonly sequence: number
}

/**
 * The content of spaces, as seen by the service of spaces. Calls run inside that service's transaction, but for those
 * that say otherwise.
 */
export interface ContentLifecycleService {
  /** Makes the first, empty revision of a space that is about to be stored. */
  readonly create: (space: SpaceId, at: string, by?: UserId) => Effect.Effect<Head, Unavailable>
  /**
   * Copies what a space has at its head, under new ids, to the first revision of a space that nobody can see yet, in
   * many small transactions of its own. `Conflict` where the organization would store more than it may.
   */
  readonly copy: (from: SpaceRecord, to: SpaceId) => Effect.Effect<void, Conflict | Unavailable>
  /** The space was deleted, and may be restored: it leaves search. */
  readonly removed: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** The space was restored: it comes back to search. */
  readonly restored: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** Does in small transactions, after that of the other calls, what they have left to do. */
  readonly settle: (space: SpaceId) => Effect.Effect<void, Unavailable>
  /** Does that for every space. */
  readonly settleAll: Effect.Effect<void, Unavailable>
  /** The space is removed for good, in many small transactions: so is everything it contains. */
  readonly purge: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
}

/** The content of spaces as their service needs it. */
export class ContentLifecycle extends Context.Tag("@lectern/core/ContentLifecycle")<
  ContentLifecycle,
  ContentLifecycleService
>() {}
