/**
 * The stamps that one request reads, for a storage without a generation. They are read together as the request begins,
 * as far as earlier requests with the same beginning needed them, and are valid until the request ends or writes. In a
 * transaction they are read together with its first query.
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { type BatchedRead, combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import type { StorageService } from "../../storage/rows/Storage.js"

/** The known stamps of a request. */
export class RequestStamps {
  readonly stamps = new Map<string, number>()
  /** The first lookup of the request; requests with the same first lookup need about the same stamps. */
  first: string | undefined
  /** Whether the request has ended: its stamps are unknown to fibers that outlive it. */
  isOver = false
}

/**
 * The known stamps of the request that a fiber runs, in which each stamp is read once; `undefined` in any other fiber.
 */
export const requestStamps = FiberRef.unsafeMake<RequestStamps | undefined>(undefined)

/** The stamps that were read in a transaction together with another query, while its answer is used. */
interface Foreseen {
  readonly stamps: ReadonlyMap<string, number>
  /** The stamps that are read the next time. */
  readonly following: Set<string>
}

const foreseen = FiberRef.unsafeMake<Foreseen | undefined>(undefined)

/** The number of first lookups that are remembered, and of stamps of each. */
const beginnings = 10_000
const stampsOfEach = 16

/** The values of stamps that have been read. */
const valuesOf = (stamps: ReadonlyArray<string>, read: ReadonlyMap<string, number>): ReadonlyArray<number> =>
  stamps.map((stamp) => read.get(stamp) ?? 0)

const knownTo = (fiber: Fiber.RuntimeFiber<unknown, unknown>): RequestStamps | undefined => {
  const stamps = fiber.getFiberRef(requestStamps)
  return stamps?.isOver === false ? stamps : undefined
}

/** Forgets the stamps of the request, because it has moved some. */
export const forgetRequestStamps: Effect.Effect<void> = Effect.withFiberRuntime((fiber) => {
  knownTo(fiber)?.stamps.clear()
  return Effect.void
})

/** Reads stamps for lookups of a cache, each named by the cache and the key. */
export type ReadStamps = (
  lookup: () => string,
  stamps: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<number>, Unavailable>

/**
 * Runs a query, and uses the answer without writing anything. In a transaction, the stamps that were needed the last
 * time with the same key are read in the same call.
 */
export type AskWithStamps = <A, B, E, R>(
  key: string,
  asked: BatchedRead<A>,
  use: (answer: A) => Effect.Effect<B, E, R>
) => Effect.Effect<B, E | Unavailable, R>

/** Reads the stamps of a storage. */
interface StampReader {
  readonly read: ReadStamps
  readonly askWith: AskWithStamps
}

const readers = new WeakMap<StorageService, StampReader>()

const makeReader = (storage: StorageService): StampReader => {
  const following = new Map<string, Set<string>>()
  /** The stamps that are needed after a first lookup. */
  const followingOf = (first: string): Set<string> => {
    const found = following.get(first) ?? new Set()
    keepNewest(following, first, found, beginnings)
    return found
  }
  const read = (request: RequestStamps, stamps: ReadonlyArray<string>, more: Iterable<string>) => {
    const asked = [...new Set([...stamps, ...more])].filter((stamp) => !request.stamps.has(stamp))
    return Effect.map(storage.counters(asked), (values) => {
      for (const [i, stamp] of asked.entries()) request.stamps.set(stamp, values[i]!)
      return valuesOf(stamps, request.stamps)
    })
  }
  const remember = (following: Set<string>, stamps: ReadonlyArray<string>): void => {
    for (const stamp of stamps) if (following.size < stampsOfEach) following.add(stamp)
  }
  const readInside = (fiber: Fiber.RuntimeFiber<unknown, unknown>, stamps: ReadonlyArray<string>) => {
    const seen = fiber.getFiberRef(foreseen)
    if (seen === undefined) return storage.counters(stamps)
    if (stamps.every((stamp) => seen.stamps.has(stamp))) return Effect.succeed(valuesOf(stamps, seen.stamps))
    remember(seen.following, stamps)
    return storage.counters(stamps)
  }
  const readStamps: ReadStamps = (lookup, stamps) =>
    Effect.withFiberRuntime<ReadonlyArray<number>, Unavailable>((fiber) => {
      const request = knownTo(fiber)
      return Effect.flatMap(storage.inTransaction, (inside) => {
        if (inside) return readInside(fiber, stamps)
        if (request === undefined) return storage.counters(stamps)
        if (request.first === undefined) {
          request.first = lookup()
          return read(request, stamps, followingOf(request.first))
        }
        if (stamps.every((stamp) => request.stamps.has(stamp))) {
          return Effect.succeed(valuesOf(stamps, request.stamps))
        }
        remember(followingOf(request.first), stamps)
        return read(request, stamps, [])
      })
    })
  const askWith: AskWithStamps = (key, asked, use) =>
    Effect.flatMap(storage.inTransaction, (inside) => {
      if (!inside) return Effect.flatMap(readBatched(storage, asked), use)
      const following = followingOf(key)
      return Effect.flatMap(readBatched(storage, combinedReads([asked, counted(following)])), ([answer, stamps]) =>
        Effect.locally(use(answer), foreseen, { stamps, following })
      )
    })
  return { read: readStamps, askWith }
}

/** The values of counters by their names. */
const counted = (names: Iterable<string>): BatchedRead<ReadonlyMap<string, number>> => {
  const counters = [...names]
  return {
    reads: counters.map((counter) => ({ kind: "counter", counter })),
    take: (values, from) => new Map(counters.map((counter, i) => [counter, Number(values[from + i])]))
  }
}

const readerOf = (storage: StorageService): StampReader => {
  const made = readers.get(storage) ?? makeReader(storage)
  readers.set(storage, made)
  return made
}

/** Reads stamps of a storage. */
export const readStampsOf = (storage: StorageService): ReadStamps => readerOf(storage).read

/** @see {@link AskWithStamps} */
export const askWithStampsOf = (storage: StorageService): AskWithStamps => readerOf(storage).askWith
