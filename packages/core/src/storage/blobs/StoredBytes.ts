/**
 * The number of bytes that organizations store: the texts of pages, files and specifications. They are counted in the
 * transaction that stores them, for their holder, for example a space, and released when the holder is permanently
 * deleted.
 */
import * as Effect from "effect/Effect"
import { Conflict, type Unavailable } from "../../foundation/errors/Errors.js"
import { Quotas } from "../../foundation/quotas/Quotas.js"
import { adding } from "../rows/Batches.js"
import type { EnsureWrite } from "../rows/Reads.js"
import { Storage, type StorageService } from "../rows/Storage.js"

/** The counter of the bytes that one holder stores. */
export const heldBy = (holder: string): string => `stored-bytes:${holder}`

/** The counter of the bytes that an organization stores. */
export const storedBy = (organization: string): string => `organization-bytes:${organization}`

const utf8 = new TextEncoder()

/** The bytes of a text. */
export const bytesOf = (text: string): number => utf8.encode(text).length

/**
 * The additions to counters for bytes that a holder in an organization stores from now on; negative numbers release
 * bytes.
 */
export const holding = (organization: string, holder: string, bytes: number): EnsureWrite["adds"] =>
  bytes === 0
    ? []
    : [
        [heldBy(holder), bytes],
        [storedBy(organization), bytes]
      ]

/** Counts bytes that a holder in an organization stores from now on; negative numbers release bytes. */
export const hold = (
  storage: StorageService,
  organization: string,
  holder: string,
  bytes: number
): Effect.Effect<void, Unavailable> =>
  bytes === 0 ? Effect.void : adding(storage, holding(organization, holder, bytes))

/** Releases everything that a holder stores. */
export const release = (
  storage: StorageService,
  organization: string,
  holder: string
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(storage.counter(heldBy(holder)), (held) => hold(storage, organization, holder, -held))

/** Moves the bytes that a holder stores to the count of another organization. */
export const moveHeld = (
  storage: StorageService,
  from: string,
  to: string,
  holder: string
): Effect.Effect<void, Unavailable> =>
  Effect.flatMap(storage.counter(heldBy(holder)), (held) =>
    adding(storage, [
      [storedBy(from), -held],
      [storedBy(to), held]
    ])
  )

/**
 * Runs work that may add to the bytes that an organization stores, in the transaction of the work: fails with
 * `Conflict` if it did and the organization now exceeds its quota. Without a quota, nothing is checked.
 */
export type WithinQuota = (
  organization: string
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Conflict | Unavailable, R>

/** {@link WithinQuota} over the storage and the quotas of the context. */
export const makeWithinQuota: Effect.Effect<WithinQuota, never, Storage> = Effect.gen(function* () {
  const storage = yield* Storage
  const { bytesPerOrganization: quota } = yield* Quotas
  const withinQuota: WithinQuota = (organization) => (work) =>
    quota === undefined
      ? work
      : Effect.gen(function* () {
          const before = yield* storage.counter(storedBy(organization))
          const done = yield* work
          const after = yield* storage.counter(storedBy(organization))
          if (after <= quota || after <= before) return done
          return yield* new Conflict({
            message: `the organization may store at most ${quota} bytes, and would have ${after}`
          })
        })
  return withinQuota
})
