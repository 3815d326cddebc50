/** Marks on a workspace as a whole, which are counters above 0. */
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import { Failed, reasonOf } from "../output/Failures.js"

/** Marks a workspace that is being copied into, and is not complete. */
export const copying = "server/copying"

/** Marks a restored workspace, whose jobs and mail wait for an operator. */
export const paused = "server/paused"

/** Fails if a workspace is an unfinished copy. */
export const requireComplete: Effect.Effect<void, Failed, Storage> = Effect.flatMap(Storage, (storage) =>
  storage.counter(copying).pipe(
    Effect.mapError(({ cause, message }) => new Failed({ message: cause === undefined ? message : reasonOf(cause) })),
    Effect.filterOrFail(
      (mark) => mark === 0,
      () => new Failed({ message: "a copy into this workspace has not finished: run the same command again" })
    ),
    Effect.asVoid
  )
)
