/** Waits for writes in progress, so that a client that reconnects immediately finds everything that has arrived. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/** The writes in progress in this process, by upload. */
export interface UploadWrites {
  /** Runs a write of an upload. */
  readonly during: (id: string) => <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Waits until the write of an upload that is in progress, if any, has ended. */
  readonly ended: (id: string) => Effect.Effect<void>
}

/** Creates the record of writes, initially empty. */
export const makeUploadWrites = (): UploadWrites => {
  const writes = new Map<string, Deferred.Deferred<void>>()
  return {
    during: (id) => (write) =>
      Effect.acquireUseRelease(
        Effect.tap(Deferred.make<void>(), (ended) => Effect.sync(() => writes.set(id, ended))),
        () => write,
        (ended) =>
          Effect.suspend(() => {
            if (writes.get(id) === ended) writes.delete(id)
            return Deferred.succeed(ended, undefined)
          })
      ),
    ended: (id) =>
      Effect.suspend(() => {
        const write = writes.get(id)
        return write === undefined ? Effect.void : Deferred.await(write)
      })
  }
}
