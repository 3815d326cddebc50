/**
 * The format of tokens, by which secret scanners recognise them: a prefix and a checksum.
 * @since 0.1.0
 */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { sha256Hex } from "../../foundation/ids/PlatformHash.js"

/** The prefix of every API token. */
const prefix = "lct_"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const base62 = (value: bigint, length: number): string => {
  let text = ""
  for (let rest = value; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`
  return text
}

/** The checksum of zip and PNG (CRC-32 as in ISO 3309). */
const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const checksum = (random: string): string => base62(BigInt(crc32(utf8ToBytes(random))), 6)

/** The SHA-256 of a token, lower-case hex, by which it is stored and found. */
export const hashOf = (token: string): string => sha256Hex(token)

/** The token of a random secret: `lct_`, 256 bits as 43 base-62 digits, and the CRC-32 of these digits as 6 more. */
export const tokenText = (secret: string): string => {
  const random = base62(BigInt(`0x${hashOf(secret)}`), 43)
  return `${prefix}${random}${checksum(random)}`
}

const pattern = /^lct_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/**
 * Whether a text is a token as {@link tokenText} makes it, by its checksum, for example one that a secret scanner
 * found.
 *
 * @public
 */
export const isTokenText = (text: string): boolean => {
  const [, random, sum] = pattern.exec(text) ?? []
  return random !== undefined && sum === checksum(random)
}
