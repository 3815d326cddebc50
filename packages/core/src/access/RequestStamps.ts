/**
 * The stamps that one request reads, for a storage without a generation: they are read together as the request begins,
 * as far as requests that began alike have needed them, and count until it ends or writes.
 */
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import type { Unavailable } from "../errors/Errors.js"
import type { StorageService } from "../storage/Storage.js"

/** What is known of the stamps of a request. */
interface Known {
  readonly stamps: Map<string, number>
  /** What it looked up first; requests that begin with the same need about the same stamps. */
  first: string | undefined
  /** Fibers that outlive the request know nothing. */
  open: boolean
}

const known = FiberRef.unsafeMake<Known | undefined>(undefined)

/** How many beginnings of requests are remembered, and how many stamps of each. */
const beginnings = 10_000
const stampsOfEach = 16

/** Runs a request, with whose end its fiber ends: within it, each stamp is read once. */
export const withRequestStamps = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime<A, E, R>((fiber) => {
    const stamps: Known = { stamps: new Map(), first: undefined, open: true }
    fiber.addObserver(() => {
      stamps.open = false
    })
    return Effect.zipRight(FiberRef.set(known, stamps), request)
  })

const knownTo = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Known | undefined => {
  const stamps = fiber.getFiberRef(known)
  return stamps?.open === true ? stamps : undefined
}

/** Forgets the stamps of the request, which has moved some. */
export const forgetRequestStamps: Effect.Effect<void> = Effect.withFiberRuntime((fiber) => {
  knownTo(fiber)?.stamps.clear()
  return Effect.void
})

/** Reads stamps for lookups of a cache, each named by the cache and the key. */
export type ReadStamps = (
  lookup: () => string,
  stamps: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<number>, Unavailable>

const readers = new WeakMap<StorageService, ReadStamps>()

const makeReader = (storage: StorageService): ReadStamps => {
  const following = new Map<string, Set<string>>()
  /** The stamps that are needed after a beginning of requests. */
  const followingOf = (first: string): Set<string> => {
    const found = following.get(first) ?? new Set()
    following.delete(first)
    following.set(first, found)
    const [oldest] = following.keys()
    if (following.size > beginnings && oldest !== undefined) following.delete(oldest)
    return found
  }
  const read = (request: Known, stamps: ReadonlyArray<string>, more: Iterable<string>) => {
    const asked = [...new Set([...stamps, ...more])].filter((stamp) => !request.stamps.has(stamp))
    return Effect.map(storage.counters(asked), (values) => {
      for (const [i, stamp] of asked.entries()) request.stamps.set(stamp, values[i] ?? 0)
      return stamps.map((stamp) => request.stamps.get(stamp) ?? 0)
    })
  }
  return (lookup, stamps) =>
    Effect.withFiberRuntime<ReadonlyArray<number>, Unavailable>((fiber) => {
      const request = knownTo(fiber)
      if (request === undefined) return storage.counters(stamps)
      return Effect.flatMap(storage.inTransaction, (inside) => {
        if (inside) return storage.counters(stamps)
        if (request.first === undefined) {
          request.first = lookup()
          return read(request, stamps, followingOf(request.first))
        }
        if (stamps.every((stamp) => request.stamps.has(stamp))) {
          return Effect.succeed(stamps.map((stamp) => request.stamps.get(stamp) ?? 0))
        }
        const after = followingOf(request.first)
        for (const stamp of stamps) if (after.size < stampsOfEach) after.add(stamp)
        return read(request, stamps, [])
      })
    })
}

/** Reads stamps of a storage. */
export const readStampsOf = (storage: StorageService): ReadStamps => {
  const made = readers.get(storage) ?? makeReader(storage)
  readers.set(storage, made)
  return made
}
