/**
 * Several reads or writes in one call, and their default implementation, which does them one by one.
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { readOne } from "./BatchedRead.js"
import type { Lock } from "./Locks.js"
import type { Answers, EnsureWrite, Read, Write } from "./Reads.js"
import type { Duplicate, StorageService, VersionMismatch } from "./Storage.js"

/** @public */
export type { Answer, Answers, CounterRead, CountRead, EnsureWrite, GetRead, Read, ScanRead, Write } from "./Reads.js"

/** Adds to counters in one call. Their values are not returned, so a storage may defer the write until the commit. */
export const adding = (
  storage: StorageService,
  counters: ReadonlyArray<readonly [counter: string, by: number]>
): Effect.Effect<void, Unavailable> =>
  Effect.catchAll(storage.writes(counters.map(([counter, by]) => ({ kind: "add", counter, by }))), (error) =>
    error._tag === "Unavailable" ? Effect.fail(error) : Effect.die(error)
  )

/** The members that {@link withDefaults} adds if they are missing. */
type Defaulted = "reads" | "counters" | "increments" | "writes" | "lock"

/** The minimum that a storage implements. */
type Basics = Omit<StorageService, Defaulted>

/** Does reads one after the other; `Effect.forEach` would take longer than short reads do. */
const readAll = (storage: Basics, reads: ReadonlyArray<Read>): Effect.Effect<ReadonlyArray<unknown>, Unavailable> =>
  Effect.suspend(() => {
    const answers: Array<unknown> = []
    const loop = Effect.whileLoop({
      while: () => answers.length < reads.length,
      body: () => readOne(storage, reads[answers.length]!),
      step: (answer) => {
        answers.push(answer)
      }
    })
    return Effect.as(loop, answers)
  })

const ensureOne = (storage: Basics, { adds, columns, json, table }: EnsureWrite) =>
  Effect.catchIf(
    Effect.zipRight(
      storage.insert(table, columns, json),
      Effect.forEach(adds, ([counter, by]) => storage.increment(counter, by), { discard: true })
    ),
    (error) => error._tag === "Duplicate" && error.index === "key",
    () => Effect.void
  )

const writeOne = (storage: Basics, write: Write): Effect.Effect<unknown, Duplicate | VersionMismatch | Unavailable> => {
  switch (write.kind) {
    case "insert":
      return storage.insert(write.table, write.columns, write.json)
    case "ensure":
      return ensureOne(storage, write)
    case "update":
      return storage.update(write.table, write.columns, write.json, write.version)
    case "delete":
      return storage.delete(write.table, write.key)
    case "add":
      return storage.increment(write.counter, write.by)
  }
}

/** Runs work atomically: as part of the caller's transaction, or else in a new one that takes `locks`. */
export const together = <A, E>(
  storage: Pick<StorageService, "inTransaction" | "transaction">,
  work: Effect.Effect<A, E>,
  locks?: ReadonlyArray<Lock>
): Effect.Effect<A, E | Unavailable> =>
  Effect.flatMap(
    storage.inTransaction,
    (inside): Effect.Effect<A, E | Unavailable> => (inside ? work : storage.transaction(work, locks))
  )

/** Runs statements as a single one. */
const asOne = <A, E>(
  storage: Basics,
  statements: number,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E | Unavailable> => (statements < 2 ? effect : together(storage, effect))

const statementsOf = (write: Write): number => (write.kind === "ensure" ? 1 + write.adds.length : 1)

/**
 * A storage with defaults for the members that it does not implement: several reads or writes in one call are done one
 * after the other, and locks are not taken, which is correct with a single writer.
 */
export const withDefaults = (storage: Basics & Partial<StorageService>): StorageService => ({
  reads: <const R extends ReadonlyArray<Read>>(reads: R) =>
    readAll(storage, reads) as Effect.Effect<Answers<R>, Unavailable>,
  counters: (counters) => Effect.forEach(counters, (counter) => storage.counter(counter)),
  increments: (counters) =>
    asOne(
      storage,
      counters.length,
      Effect.forEach(counters, ([counter, by]) => storage.increment(counter, by))
    ),
  writes: (writes) =>
    asOne(
      storage,
      writes.reduce((sum, write) => sum + statementsOf(write), 0),
      Effect.forEach(writes, (write) => writeOne(storage, write), { discard: true })
    ),
  lock: () => Effect.void,
  ...storage
})
