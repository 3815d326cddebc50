/**
 * Keeps out of the embedding program's transactions what a rollback cannot undo: requests, mail, and bytes of files.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { Unavailable } from "../foundation/errors/Errors.js"
import { Mailer } from "../foundation/mail/Mailer.js"
import { DomainRecords } from "../foundation/outbound/DomainRecords.js"
import { Outbound, OutboundError } from "../foundation/outbound/Outbound.js"
import { OpenIdClient, OpenIdError } from "../people/openid/OpenIdClient.js"
import { BlobStore } from "../storage/blobs/BlobStore.js"
import { outsideAttempts } from "../storage/transactions/Attempts.js"
import { outsideTransactions } from "../storage/transactions/Transactions.js"

const message =
  "nothing is fetched, sent or stored as a file inside a transaction, which could not undo that: do it before or after"

/** Runs an effect outside transactions only. */
const outside = <A, E, R, E2>(effect: Effect.Effect<A, E, R>, refused: () => Effect.Effect<never, E2>) =>
  outsideAttempts(outsideTransactions(effect, refused))

const storage = <A, E>(effect: Effect.Effect<A, E>) => outside(effect, () => new Unavailable({ message }))

const outbound = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  outside(effect, () => new OutboundError({ reason: "refused", message }))

const openId = <A, E>(effect: Effect.Effect<A, E>) =>
  outside(effect, () => new OpenIdError({ reason: "unreachable", message }))

/** The ports, which refuse such work inside a transaction. */
export const keptOutside = <R>(ports: Context.Context<R | BlobStore | DomainRecords | Outbound>): typeof ports => {
  const blobs = Context.get(ports, BlobStore)
  const reaching = Context.get(ports, Outbound)
  const { texts } = Context.get(ports, DomainRecords)
  const { isConfigured, send } = Context.get(ports, Mailer)
  const { begin, complete } = Context.get(ports, OpenIdClient)
  return Context.merge(
    ports,
    Context.make(BlobStore, {
      ...blobs,
      put: (hash, bytes) => storage(blobs.put(hash, bytes)),
      putStream: (bytes) => storage(blobs.putStream(bytes)),
      delete: (hash, before) => storage(blobs.delete(hash, before))
    }).pipe(
      Context.add(Outbound, { ...reaching, fetch: (request) => outbound(reaching.fetch(request)) }),
      Context.add(DomainRecords, { texts: (name) => outbound(texts(name)) }),
      Context.add(Mailer, { isConfigured, send: (mail) => storage(send(mail)) }),
      Context.add(OpenIdClient, {
        begin: (provider, attempt) => openId(begin(provider, attempt)),
        complete: (provider, attempt, answer) => openId(complete(provider, attempt, answer))
      })
    )
  )
}
