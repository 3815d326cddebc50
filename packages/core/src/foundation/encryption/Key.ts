/**
 * Keys that encrypt secrets: 256 random bits, identified by a fingerprint.
 * @since 0.1.0
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js"

/** A key. */
export interface Key {
  /**
   * A fingerprint of the bytes, 16 hex digits. It is stored with the data that the key encrypts, and reveals nothing
   * about the key.
   */
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}

const idOf = (bytes: Uint8Array): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes("lectern key id\n"), bytes))).slice(0, 16)

/** The key with these 32 bytes. */
export const keyOf = (bytes: Uint8Array): Key => ({ id: idOf(bytes), bytes })

/** A new key, from the platform's random source. */
export const randomKey = (): Key => keyOf(randomBytes(32))

const prefix = "lck_"
const written = /^lck_([0-9a-f]{64})$/

/** A key as text: `lck_` and its bytes as 64 hex digits. */
export const keyText = ({ bytes }: Key): string => `${prefix}${bytesToHex(bytes)}`

/** Parses a key; `undefined` if the text is not one. */
export const parseKey = (text: string): Key | undefined => {
  const digits = written.exec(text)?.[1]
  return digits === undefined ? undefined : keyOf(hexToBytes(digits))
}
