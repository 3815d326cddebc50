/**
 * Values read from storage, cached in process as long as they are valid. An entry is cached under its stamps, named
 * counters that every relevant write bumps in its own transaction; the stamps are read before the value. As long as the
 * generation of the storage, if it has one, is unchanged, they need not be read again. Nothing read inside a
 * transaction is cached.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { type Lookup, lookups } from "../../foundation/telemetry/Telemetry.js"
import { readBatched } from "../../storage/rows/BatchedRead.js"
import { adding } from "../../storage/rows/Batches.js"
import { Storage, type StorageService } from "../../storage/rows/Storage.js"
import type { AskWithStamps } from "./RequestStamps.js"

const requestStamps = lazy("the stamps of requests", () => import("./RequestStamps.js"))

/** Values by key. */
export interface StampedCache<A> {
  readonly get: (key: string) => Effect.Effect<A, Unavailable>
}

/** The source of a cache's values, and the counter of its lookups. */
export interface CachePlace {
  readonly storage: StorageService
  readonly watch?: ((lookup: Lookup) => void) | undefined
}

/** Makes the places of caches, by the names under which their lookups are counted, over the storage of the context. */
export const cachePlaces: Effect.Effect<(name: string) => CachePlace, never, Storage> = Effect.zipWith(
  Storage,
  lookups,
  (storage, watch) => (name) => ({ storage, watch: watch(name) })
)

/** The cache policy of a {@link StampedCache}, and the counters that move when one of its values changes. */
interface Keeping<A> {
  /** The maximum number of entries; the least recently refreshed one is evicted first. */
  readonly capacity: number
  readonly stamps: (key: string) => ReadonlyArray<string>
  /** Selects the values to cache; all when absent. */
  readonly keep?: (value: A) => boolean
}

/** Reads the values of a {@link StampedCache}. */
export interface StampedCacheOptions<A> extends Keeping<A> {
  readonly load: (key: string) => Effect.Effect<A, Unavailable>
}

/** Derives the values of a {@link StampedCache} from others. */
export interface DerivedOptions<Parts extends ReadonlyArray<unknown>, A> extends Keeping<A> {
  readonly parts: (key: string) => Effect.Effect<Parts, Unavailable>
  readonly make: (parts: Parts, key: string) => A
}

interface Loaded<A> {
  readonly value: A
  readonly parts: ReadonlyArray<unknown>
}

interface Entry<A> extends Loaded<A> {
  readonly generation: number | undefined
  readonly stamp: number
}

type Load<A> = (key: string, previous: Loaded<A> | undefined) => Effect.Effect<Loaded<A>, Unavailable>

const keeping = <A>({ storage, watch }: CachePlace, options: Keeping<A>, load: Load<A>): StampedCache<A> => {
  const entries = new Map<string, Entry<A>>()

  const kept = options.keep ?? (() => true)
  const refresh = Effect.fnUntraced(function* (
    key: string,
    generation: number | undefined,
    entry: Entry<A> | undefined
  ) {
    let stamp = 0
    const stamps = options.stamps(key)
    const values =
      generation === undefined
        ? Effect.flatMap(requestStamps.load, ({ readStampsOf }) =>
            readStampsOf(storage)(() => `${stamps[0]}\n${key}`, stamps)
          )
        : storage.counters(stamps)
    for (const value of yield* values) stamp += value
    const confirmed = entry?.stamp === stamp
    watch?.(confirmed ? "confirmed" : "miss")
    const { value, parts } = confirmed ? entry : yield* load(key, entry)
    if (kept(value) && !(yield* storage.inTransaction)) {
      keepNewest(entries, key, { generation, stamp, value, parts }, options.capacity)
    }
    return value
  })

  const { generation: generations } = storage
  if (generations === undefined)
    return { get: (key) => Effect.suspend(() => refresh(key, undefined, entries.get(key))) }
  return {
    get: (key) =>
      Effect.flatMap(generations, (generation) => {
        const entry = entries.get(key)
        if (entry === undefined || entry.generation !== generation) return refresh(key, generation, entry)
        watch?.("hit")
        return Effect.succeed(entry.value)
      })
  }
}

/** {@link AskWithStamps}; over a storage with a generation, stamps are rarely read and need not be foreseen. */
export const askWithStamps = (storage: StorageService): AskWithStamps =>
  storage.generation === undefined
    ? (key, asked, use) =>
        Effect.flatMap(requestStamps.load, ({ askWithStampsOf }) => askWithStampsOf(storage)(key, asked, use))
    : (_, asked, use) => Effect.flatMap(readBatched(storage, asked), use)

const noParts: ReadonlyArray<unknown> = []

/** Values of `storage`, read on first use and whenever they may have changed. */
export const stampedCache = <A>(place: CachePlace, options: StampedCacheOptions<A>): StampedCache<A> =>
  keeping(place, options, (key) => Effect.map(options.load(key), (value) => ({ value, parts: noParts })))

/** Values derived from others. They are recomputed only when one of their inputs is no longer the same object. */
export const derived = <Parts extends ReadonlyArray<unknown>, A>(
  place: CachePlace,
  options: DerivedOptions<Parts, A>
): StampedCache<A> =>
  keeping(place, options, (key, previous) =>
    Effect.map(options.parts(key), (parts) =>
      previous?.parts.length === parts.length && previous.parts.every((part, i) => part === parts[i])
        ? previous
        : { value: options.make(parts, key), parts }
    )
  )

/** Moves with every one of the stamps that {@link moveAccess} moves. */
export const accessStamp = (organization: string): string => `access:${organization}`

/** Moves when an organization itself changes. */
export const organizationStamp = (organization: string): string => `organization:${organization}`

/** Moves when a collection of an organization changes. */
export const collectionsStamp = (organization: string): string => `collections:${organization}`

/** The stamp that moves when a site of an organization, or the content on it, changes. */
export const sitesStamp = (organization: string): string => `sites:${organization}`

/** Moves when a member's role, grants or teams change. */
export const memberStamp = (organization: string, user: string): string => `member:${organization}:${user}`

/** Moves when a team's grants change. */
export const teamStamp = (organization: string, team: string): string => `team:${organization}:${team}`

/** Moves when the spaces of an organization change in number, place, default level or deletion. */
export const spacesStamp = (organization: string): string => `spaces:${organization}`

/** Moves when any API token stops or starts being valid. */
export const tokensStamp = "tokens"

/**
 * Moves a stamp, after the write that it stands for and in the same transaction. The step is random, so that a storage
 * restored to an earlier state never reaches an old stamp with different contents.
 */
export const bump = (storage: StorageService, stamp: string): Effect.Effect<void, Unavailable> =>
  bumpAll(storage, [stamp])

/** Forgets the request's known stamps, over a storage where it reads them once. */
const forgotten = ({ generation }: StorageService): Effect.Effect<void, Unavailable> =>
  generation === undefined
    ? Effect.flatMap(requestStamps.load, ({ forgetRequestStamps }) => forgetRequestStamps)
    : Effect.void

/** Moves several stamps. */
const bumpAll = (storage: StorageService, stamps: ReadonlyArray<string>): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(Effect.zipRight(forgotten(storage), Random.nextIntBetween(1, 2 ** 24)), (step) =>
    adding(
      storage,
      stamps.map((stamp) => [stamp, step] as const)
    )
  )

/** Moves the stamp of data that decides permissions in an organization, like {@link bump}. */
export const moveAccess = (
  storage: StorageService,
  organization: string,
  stamp: string
): Effect.Effect<void, Unavailable> => bumpAll(storage, [stamp, accessStamp(organization)])
