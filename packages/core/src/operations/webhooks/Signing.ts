/**
 * The signatures of webhooks, as receivers check them: https://github.com/standard-webhooks/standard-webhooks
 */
import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import { Ids } from "../../foundation/ids/Ids.js"

const prefix = "whsec_"

/** Makes secrets: `whsec_` and the base64 of random bytes, of which 256 bits are random. */
export const makeSecret = Effect.map(Ids, ({ secret }) =>
  Effect.map(secret, (text) => `${prefix}${Encoding.encodeBase64(text)}`)
)

/** The key of a secret. */
const keyOf = (secret: string): Uint8Array => {
  const decoded = Encoding.decodeBase64(secret.slice(prefix.length))
  return decoded._tag === "Right" ? decoded.right : new Uint8Array()
}

/** A message as it is signed. */
interface Message {
  readonly id: string
  /** In milliseconds since 1970. */
  readonly time: number
  readonly body: string
}

/** The headers of a message, which each of the secrets signs. */
export const signedHeaders = (secrets: ReadonlyArray<string>, { body, id, time }: Message) => {
  const timestamp = String(Math.floor(time / 1000))
  const signed = utf8ToBytes(`${id}.${timestamp}.${body}`)
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets
      .map((secret) => `v1,${Encoding.encodeBase64(hmac(sha256, keyOf(secret), signed))}`)
      .join(" ")
  }
}
