/**
 * Ids and secrets come from a service, so that tests can use deterministic ones.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { nanoid } from "nanoid"
import { v7 } from "uuid"

/** Makes ids and secrets. */
export interface IdsService {
  /** A new id: opaque, URL-safe, 26 characters, later ids sort after earlier ones of the same process. */
  readonly next: Effect.Effect<string>
  /** A new secret of 256 random bits, URL-safe. */
  readonly secret: Effect.Effect<string>
}

/** The service that makes ids and secrets. */
export class Ids extends Context.Tag("@lectern/core/Ids")<Ids, IdsService>() {}

const digits = "0123456789abcdefghjkmnpqrstvwxyz"

/** 128 bits as 26 base-32 digits (Crockford's alphabet, lower case), which sort in the order of the bytes. */
const encode = (bytes: Uint8Array): string => {
  let out = ""
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out += digits[(value >>> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return out + digits[(value << (5 - bits)) & 31]
}

const make = Effect.sync((): IdsService => {
  let last = 0
  let sequence = 0
  const next = Effect.map(Clock.currentTimeMillis, (now) => {
    const msecs = Math.max(now, last)
    sequence = msecs === last ? sequence + 1 : 0
    last = msecs
    return encode(v7({ msecs, seq: sequence }, new Uint8Array(16)))
  })
  return { next, secret: Effect.sync(() => nanoid(43)) }
})

/** Ids by UUID version 7 (RFC 9562) over the Clock service, secrets from the platform's random source. */
export const layer: Layer.Layer<Ids> = Layer.effect(Ids, make)

/** Makes ids and secrets by plain functions; see {@link IdsService} for their formats. */
export interface IdSource {
  readonly next: () => string
  readonly secret: () => string
}

/** Deterministic ids that know their position, so that a copy of a workspace can continue from there. */
export interface IdSequence extends IdSource {
  /** The number of generated ids and secrets. */
  readonly made: () => { readonly ids: number; readonly secrets: number }
}

/** Deterministic ids: `id000001`, `id000002`, …; secrets are `secret` and a number, 43 characters long. */
export const sequence = (after: { readonly ids: number; readonly secrets: number } = { ids: 0, secrets: 0 }) => {
  let { ids, secrets } = after
  const source: IdSequence = {
    next: () => `id${String(++ids).padStart(6, "0")}`,
    secret: () => `secret${String(++secrets).padStart(37, "0")}`,
    made: () => ({ ids, secrets })
  }
  return source
}

const serviceOf = ({ next, secret }: IdSource): IdsService => ({ next: Effect.sync(next), secret: Effect.sync(secret) })

/** The {@link sequence} from its beginning, for tests. */
export const layerSequence: Layer.Layer<Ids> = Layer.sync(Ids, () => serviceOf(sequence()))

/** Ids by plain functions; defaults to those of {@link layer}. */
export const makeOf = (source: IdSource | undefined): Effect.Effect<IdsService> =>
  source === undefined ? make : Effect.sync(() => serviceOf(source))
