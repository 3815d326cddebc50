/** Audit events posted to an address, each body signed so that the receiver can verify the sender. */
import { createHmac } from "node:crypto"
import { fetchBytes } from "@lectern/core/outbound/FetchedBytes"
import { Outbound } from "@lectern/core/outbound/Outbound"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Copy } from "./Copying.js"

/** The maximum number of bytes of a response that are read. */
const maxBytes = 64 * 1024

/** The signature of a body sent at a time (in seconds since 1970): receivers compute the same with their secret. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`

/** The name of a URL in the log and among the positions: without its possibly secret parts. */
export const nameOf = (url: string): string => {
  const { host, pathname, protocol } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/** The reason in the message of a failed request, which begins with the whole URL. */
const whyIn = (message: string): string => message.slice(message.lastIndexOf(": ") + 2)

/** Copies events to an address, which has accepted them if it responds with a status from 200 to 299. */
export const urlCopy = (url: string, secret: string): Effect.Effect<Copy, never, Outbound> =>
  Effect.map(Outbound, (outbound) => ({
    name: `url ${nameOf(url)}`,
    write: (body) =>
      Effect.gen(function* () {
        const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const { status } = yield* fetchBytes(outbound, {
          url,
          headers: { "lectern-signature": signatureOf(secret, seconds, body) },
          post: { contentType: "application/x-ndjson", body },
          maxBytes
        }).pipe(Effect.mapError(({ message }) => ({ message: `${nameOf(url)}: ${whyIn(message)}` })))
        if (status < 200 || status > 299) {
          return yield* Effect.fail({ message: `${nameOf(url)} answered with status ${status}` })
        }
      }).pipe(Effect.interruptible)
  }))
