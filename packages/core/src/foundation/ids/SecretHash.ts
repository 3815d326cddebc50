import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** The SHA-256 under which a random secret is stored and found, in lower-case hex. */
export const secretHash = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)))
