/**
 * What was read from storage, kept in process for as long as it is true. An entry is used while the storage's
 * generation stands still; when it has moved, the entry's stamps (named counters that every relevant write bumps in
 * its own transaction) say whether the entry is still true. Nothing read inside a transaction is kept.
 */
import { Effect, Random } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import type { StorageService } from "../storage/Storage.js"

/** Values by key. */
export interface Cached<A> {
  readonly get: (key: string) => Effect.Effect<A, Unavailable>
}

/** How the values of a {@link Cached} are read, and which counters move when one of them changes. */
export interface CachedOptions<A> {
  /** How many entries are kept; the one that was refreshed longest ago goes first. */
  readonly capacity: number
  readonly stamps: (key: string) => ReadonlyArray<string>
  readonly load: (key: string) => Effect.Effect<A, Unavailable>
  /** Which values are kept; all when absent. */
  readonly keep?: (value: A) => boolean
}

interface Entry<A> {
  readonly generation: number
  readonly stamp: number
  readonly value: A
}

/** Values of `storage`, read when first asked for and whenever they may have changed. */
export const cached = <A>(storage: StorageService, options: CachedOptions<A>): Cached<A> => {
  const entries = new Map<string, Entry<A>>()

  const kept = options.keep ?? (() => true)
  const keep = (key: string, entry: Entry<A>): void => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size <= options.capacity) return
    const [oldest] = entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
  }

  const refresh = Effect.fnUntraced(function* (key: string, generation: number, entry: Entry<A> | undefined) {
    let stamp = 0
    for (const counter of options.stamps(key)) stamp += yield* storage.counter(counter)
    const value = entry?.stamp === stamp ? entry.value : yield* options.load(key)
    // A generation that moved meanwhile means a concurrent commit, or that this is a transaction.
    if (kept(value) && (yield* storage.generation) === generation) keep(key, { generation, stamp, value })
    return value
  })

  return {
    get: (key) =>
      Effect.flatMap(storage.generation, (generation) => {
        const entry = entries.get(key)
        return entry !== undefined && entry.generation === generation
          ? Effect.succeed(entry.value)
          : refresh(key, generation, entry)
      })
  }
}

/** Moves when who may do what in an organization changes: members, roles, collections, sites, grants, the organization. */
export const accessStamp = (organization: string): string => `access:${organization}`

/** Moves when the spaces of an organization change in number, place, default level or deletion. */
export const spacesStamp = (organization: string): string => `spaces:${organization}`

/** Moves when any API token stops or starts being valid. */
export const tokensStamp = "tokens"

/**
 * Moves a stamp, after the write that it stands for and in the same transaction. The step is random, so that a storage
 * that was put back to an earlier state does not come to an old value with other contents.
 */
export const bump = (storage: StorageService, stamp: string): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(Random.nextIntBetween(1, 2 ** 24), (step) => Effect.asVoid(storage.increment(stamp, step)))
