/**
 * Hashes passwords with argon2id, in the thread pool of Node.
 * @since 0.1.0
 */
import { PasswordHashing, type PasswordHashingService } from "@lectern/core/accounts/PasswordHashing"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The cost parameters of a hash: memory in KiB, passes over it, and lanes. */
export interface Argon2Cost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's minimum recommendation: 19 MiB, 2 passes, 1 lane. */
const recommended: Argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The maximum number of concurrent hashes: each takes memory and a thread of the pool that is also used for files. */
const atOnce = 2

const failed = (cause: unknown): Unavailable =>
  new Unavailable({ message: "the password cannot be checked now", cause })

/** Hashes of argon2id, in the standard encoded form. */
export const make = (cost: Argon2Cost = recommended): PasswordHashingService => {
  const permits = Effect.unsafeMakeSemaphore(atOnce)
  const run = <A>(use: (argon2: typeof import("@node-rs/argon2")) => Promise<A>) =>
    permits.withPermits(1)(Effect.tryPromise({ try: async () => use(await import("@node-rs/argon2")), catch: failed }))
  return {
    hash: (password) => run(({ hash }) => hash(password, cost)),
    verify: (encoded, password) => run(({ verify }) => verify(encoded, password))
  }
}

/** {@link make} as a layer. */
export const layer = (cost?: Argon2Cost): Layer.Layer<PasswordHashing> => Layer.sync(PasswordHashing, () => make(cost))
