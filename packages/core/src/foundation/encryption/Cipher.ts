/** Authenticated encryption of texts: XChaCha20-Poly1305, whose nonces are long enough to be random. */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { concatBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js"

const nonceLength = 24

/** Encrypts a text to a new nonce followed by the ciphertext. Decryption needs the same `context`. */
export const encrypt = (key: Uint8Array, context: string, text: string): Uint8Array => {
  const nonce = randomBytes(nonceLength)
  return concatBytes(nonce, xchacha20poly1305(key, nonce, utf8ToBytes(context)).encrypt(utf8ToBytes(text)))
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text that {@link encrypt} was given, `undefined` if anything was changed. */
export const decrypt = (key: Uint8Array, context: string, sealed: Uint8Array): string | undefined => {
  try {
    const cipher = xchacha20poly1305(key, sealed.subarray(0, nonceLength), utf8ToBytes(context))
    return utf8.decode(cipher.decrypt(sealed.subarray(nonceLength)))
  } catch {
    return undefined
  }
}
