/**
 * Keys outside the database: the port for encrypting secrets that must be shown again, and for finding them by a keyed
 * hash. Keys can be rotated: the first key of a keyring encrypts, all of them decrypt.
 * @since 0.1.0
 */
import { hkdf } from "@noble/hashes/hkdf.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Unavailable } from "../errors/Errors.js"
import { keepNewest } from "../loading/KeepNewest.js"
import { lazy } from "../loading/Lazy.js"
import { type Key, randomKey } from "./Key.js"

/** The purpose and the owner of a secret. A secret sealed for one place cannot be unsealed for another. */
export interface SecretPlace {
  /** The kind of secret, such as `share-link`; each kind has its own derived keys. */
  readonly purpose: string
  /** The id of the row that has the secret. */
  readonly owner: string
}

/** Encrypts secrets, and hashes them with a key. */
export interface KeyringService {
  /** The id of the key that encrypts new secrets; empty for an engine without keys. */
  readonly current: Effect.Effect<string, Unavailable>
  /** The ids of all keys, in their order; none for an engine without keys. */
  readonly ids: Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** The keyed hash to store next to a secret, by which it is found: lower-case hex, under the current key. */
  readonly digest: (purpose: string, secret: string) => Effect.Effect<string, Unavailable>
  /** The hashes that may be stored next to a secret, one for each key, starting with the current one. */
  readonly digests: (purpose: string, secret: string) => Effect.Effect<ReadonlyArray<string>, Unavailable>
  /** Encrypts a secret with the current key; {@link keyIdOf} tells which that was. */
  readonly seal: (place: SecretPlace, secret: string) => Effect.Effect<string, Unavailable>
  /** Decrypts a secret. `Unavailable` if its key is missing, it was sealed for another place, or it was changed. */
  readonly unseal: (place: SecretPlace, sealed: string) => Effect.Effect<string, Unavailable>
}

/** The prefix of secrets that are not encrypted. */
const unkeyedPrefix = "plain:"

/** The hash of a secret without a key. */
export const unkeyedDigest = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)))

/** A secret as it is stored without a key. */
export const unkeyedSeal = (secret: string): string => `${unkeyedPrefix}${secret}`

/** A keyring without keys: secrets are stored unencrypted, and found by their SHA-256. */
export const unkeyed: KeyringService = {
  current: Effect.succeed(""),
  ids: Effect.succeed([]),
  digest: (_, secret) => Effect.succeed(unkeyedDigest(secret)),
  digests: (_, secret) => Effect.succeed([unkeyedDigest(secret)]),
  seal: (_, secret) => Effect.succeed(unkeyedSeal(secret)),
  unseal: (_, sealed) =>
    sealed.startsWith(unkeyedPrefix)
      ? Effect.succeed(sealed.slice(unkeyedPrefix.length))
      : Effect.fail(unreadable(keyIdOf(sealed)))
}

/** The keys of an engine. Without any, an engine stores secrets unencrypted. */
export class Keyring extends Context.Reference<Keyring>()("@lectern/core/Keyring", {
  defaultValue: () => unkeyed
}) {}

const format = /^v1\.([0-9a-f]+)\.((?:[0-9a-f]{2})+)$/

/** The id of the key that a secret was sealed with; empty if it is not encrypted. */
export const keyIdOf = (sealed: string): string => format.exec(sealed)?.[1] ?? ""

/**
 * The id of the key that sealed all of these secrets: the value of the column `sealedBy` of a row. It is empty if not
 * all of them are encrypted, or not with the same key, and `null` if there are none.
 */
export const sealedBy = (secrets: Iterable<string | undefined>): string | null => {
  let key: string | null = null
  for (const sealed of secrets) {
    if (sealed === undefined) continue
    const id = keyIdOf(sealed)
    if (key !== null && key !== id) return ""
    key = id
  }
  return key
}

const unreadable = (key: string): Unavailable =>
  new Unavailable({ message: key === "" ? "a secret cannot be decrypted" : `the encryption key ${key} is missing` })

const cipher = lazy("the cipher of secrets", () => import("./Cipher.js"))

/** The keys that are derived from another one, by purpose: each is derived once. */
const derived = new WeakMap<Uint8Array, Map<string, Uint8Array>>()

const deriveKey = ({ bytes }: Key, use: "digest" | "seal", purpose: string): Uint8Array => {
  const known = derived.get(bytes) ?? new Map<string, Uint8Array>()
  derived.set(bytes, known)
  const info = `lectern ${use}\n${purpose}`
  const found = known.get(info)
  if (found !== undefined) return found
  const made = hkdf(sha256, bytes, undefined, utf8ToBytes(info), 32)
  known.set(info, made)
  return made
}

/** The number of the most recently decrypted secrets of each key that are cached. */
const opened = 1000

/** The cache of decrypted secrets, by key and then by their place and sealed form. */
const unsealed = new WeakMap<Uint8Array, Map<string, string>>()

const keep = (key: Key, sealed: string, secret: string): void => {
  const known = unsealed.get(key.bytes) ?? new Map<string, string>()
  unsealed.set(key.bytes, known)
  keepNewest(known, sealed, secret, opened)
}

const digestWith = (key: Key, purpose: string, secret: string): string =>
  bytesToHex(hmac(sha256, deriveKey(key, "digest", purpose), utf8ToBytes(secret)))

/**
 * A keyring over keys that are read for every use, since they may come from a file that changes; the first one
 * encrypts. `make` creates the first key if there is none yet.
 */
export const make = (
  keys: Effect.Effect<ReadonlyArray<Key>, Unavailable>,
  makeFirst: Effect.Effect<Key, Unavailable>
): KeyringService => {
  const first = Effect.flatMap(keys, ([key]) => (key === undefined ? makeFirst : Effect.succeed(key)))
  return {
    current: Effect.map(first, ({ id }) => id),
    ids: Effect.map(keys, (all) => all.map(({ id }) => id)),
    digest: (purpose, secret) => Effect.map(first, (key) => digestWith(key, purpose, secret)),
    digests: (purpose, secret) =>
      Effect.map(keys, (all) => [...all.map((key) => digestWith(key, purpose, secret)), unkeyedDigest(secret)]),
    seal: ({ owner, purpose }, secret) =>
      Effect.zipWith(first, cipher.load, (key, { encrypt }) => {
        const sealed = encrypt(deriveKey(key, "seal", purpose), owner, secret)
        return `v1.${key.id}.${bytesToHex(sealed)}`
      }),
    unseal: (place, sealed) => {
      const [, id, digits] = format.exec(sealed) ?? []
      if (id === undefined || digits === undefined) return unkeyed.unseal(place, sealed)
      return Effect.gen(function* () {
        const key = (yield* keys).find((each) => each.id === id)
        if (key === undefined) return yield* unreadable(id)
        const kept = `${place.purpose}\n${place.owner}\n${digits}`
        const known = unsealed.get(key.bytes)?.get(kept)
        if (known !== undefined) return known
        const { decrypt } = yield* cipher.load
        const secret = decrypt(deriveKey(key, "seal", place.purpose), place.owner, hexToBytes(digits))
        if (secret === undefined) return yield* unreadable("")
        keep(key, kept, secret)
        return secret
      })
    }
  }
}

/** A keyring with these keys, of which the first encrypts. */
export const ofKeys = (keys: readonly [Key, ...ReadonlyArray<Key>]): KeyringService =>
  make(Effect.succeed(keys), Effect.succeed(keys[0]))

/** A keyring with a random key that is never stored, for workspaces that do not outlive it. */
export const random = (): KeyringService => ofKeys([randomKey()])

/** Keys as a layer. */
export const layer = (keyring: KeyringService): Layer.Layer<Keyring> => Layer.succeed(Keyring, keyring)
