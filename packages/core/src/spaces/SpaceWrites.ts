import { Effect } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import { make as makeDetach } from "../sites/SiteDetaching.js"
import type { Stored } from "../storage/Repository.js"
import { ContentLifecycle } from "./ContentLifecycle.js"
import type { SpaceRecord } from "./Space.js"
import { SpaceRepository } from "./SpaceRepository.js"

/** Writes of spaces, as parts of transactions that read what they change. */
export interface SpaceWrites {
  readonly insert: (space: SpaceRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<SpaceRecord>, space: SpaceRecord) => Effect.Effect<void, Unavailable>
  /** Deletes a space at a time: it is on no site any more, and from then on it can only be restored. */
  readonly remove: (read: Stored<SpaceRecord>, at: string) => Effect.Effect<void, Unavailable>
}

/** {@link SpaceWrites} over the repositories of the context. */
export const make = Effect.gen(function* () {
  const spaces = yield* SpaceRepository
  const content = yield* ContentLifecycle
  const detach = yield* makeDetach
  const replace: SpaceWrites["replace"] = (read, space) =>
    Effect.catchTags(spaces.replace(read, space), { Duplicate: Effect.die, VersionMismatch: Effect.die })
  const writes: SpaceWrites = {
    insert: (space) => Effect.catchTag(spaces.insert(space), "Duplicate", Effect.die),
    replace,
    remove: (read, at) =>
      replace(read, { ...read.value, deletedAt: at }).pipe(
        Effect.zipRight(content.removed(read.value)),
        Effect.zipRight(detach([read.value.id]))
      )
  }
  return writes
})
