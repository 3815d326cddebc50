/** Sends deliveries, once each time, and records what became of them. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Stream from "effect/Stream"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { webhookSecretPlace } from "../../foundation/encryption/Places.js"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { timestamp } from "../../foundation/ids/Time.js"
import { joined } from "../../foundation/outbound/FetchedBytes.js"
import { Outbound, type OutboundResponse } from "../../foundation/outbound/Outbound.js"
import { Actor } from "../../people/access/Actor.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { makeActorAnswer, makeFindEvent } from "../events/EventAnswers.js"
import { makeDisable } from "./Disabling.js"
import { ownerOf } from "./Owners.js"
import { askedWait, nextTry, patience, timeLimit } from "./Retries.js"
import { signedHeaders } from "./Signing.js"
import { testEventType, type WebhookDeliveryRecord, type WebhookRecord } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** How many bytes of an answer are kept, and how long is waited for them, in milliseconds. */
const keptBytes = 1024
const bodyTime = 2_000

/** What came of one try. */
type Outcome = Pick<WebhookDeliveryRecord, "duration" | "error" | "response" | "responseStatus"> & {
  /** How long the receiver asks to wait, in milliseconds. */
  readonly asked?: number | undefined
  /** Whether another try makes no sense. */
  readonly final?: boolean
}

const isSuccess = ({ responseStatus = 0 }: Outcome): boolean => responseStatus >= 200 && responseStatus < 300

/** Whose try it is: that of a lane, which decides when to try again, or one that somebody asked for. */
export type Trier = "lane" | "caller"

/** The beginning of a body as text. What cannot be read of it is left out: the status was the answer. */
const beginning = ({ body }: OutboundResponse): Effect.Effect<string> =>
  Stream.runFoldWhile(
    body,
    { size: 0, chunks: [] as ReadonlyArray<Uint8Array> },
    ({ size }) => size < keptBytes,
    ({ chunks, size }, chunk) => ({ size: size + chunk.length, chunks: [...chunks, chunk] })
  ).pipe(
    Effect.map(({ chunks }) =>
      new TextDecoder().decode(joined(chunks).subarray(0, keptBytes)).replaceAll("\0", "\ufffd")
    ),
    Effect.timeoutTo({ duration: bodyTime, onTimeout: () => "", onSuccess: (text) => text }),
    Effect.orElseSucceed(() => "")
  )

/** Makes the function that sends a delivery once; it returns the delivery as recorded, if it still exists. */
export const makeDeliver = Effect.gen(function* () {
  const storage = yield* Storage
  const keyring = yield* Keyring
  const outbound = yield* Outbound
  const webhooks = yield* WebhookRepository
  const findEvent = yield* makeFindEvent
  const actorAnswer = yield* makeActorAnswer
  const disable = yield* makeDisable

  /** The event of a delivery, if the owner of the webhook may see it now. */
  const eventOf = Effect.fnUntraced(function* (webhook: WebhookRecord, delivery: WebhookDeliveryRecord) {
    const { id, organization, space } = webhook
    if (delivery.number !== undefined) {
      return yield* findEvent(organization, delivery.number).pipe(
        Effect.provideService(Actor, ownerOf(webhook)),
        Effect.catchTag("Unauthenticated", () => Effect.succeed(undefined))
      )
    }
    const { tester } = delivery
    return {
      object: "event",
      id: delivery.id,
      type: testEventType,
      createdAt: timestamp(delivery.time),
      organization,
      ...(space !== undefined && { space }),
      actor: yield* actorAnswer(tester === undefined ? { kind: "system" } : { kind: "user", user: tester }),
      subject: { object: "webhook", id }
    }
  })

  /** The secrets that sign at a time, the newest first. */
  const secretsOf = Effect.fnUntraced(function* ({ id, oldSecret, sealedSecret }: WebhookRecord, time: number) {
    const place = webhookSecretPlace(id)
    const secrets = [yield* keyring.unseal(place, sealedSecret)]
    if (oldSecret !== undefined && oldSecret.expires > time) {
      secrets.push(yield* keyring.unseal(place, oldSecret.sealedSecret))
    }
    return secrets
  })

  const send = (
    webhook: WebhookRecord,
    { id }: WebhookDeliveryRecord,
    event: object
  ): Effect.Effect<Outcome, Unavailable> =>
    Effect.gen(function* () {
      const time = yield* Clock.currentTimeMillis
      const body = JSON.stringify(event)
      const headers = signedHeaders(yield* secretsOf(webhook, time), { id, time, body })
      const outcome = yield* Effect.scoped(
        Effect.gen(function* () {
          const answer = yield* outbound.fetch({
            url: webhook.url,
            headers,
            post: { contentType: "application/json", body },
            // Only the beginning is read, however long it is.
            maxBytes: Number.MAX_SAFE_INTEGER,
            timeout: timeLimit,
            follow: () => false
          })
          const asked = askedWait(answer.status, answer.headers["retry-after"], yield* Clock.currentTimeMillis)
          return { responseStatus: answer.status, response: yield* beginning(answer), asked } satisfies Outcome
        })
      ).pipe(Effect.catchTag("OutboundError", ({ message }) => Effect.succeed<Outcome>({ error: message })))
      return { ...outcome, duration: (yield* Clock.currentTimeMillis) - time }
    })

  /** The delivery after a try. */
  const after = (
    { due, lastAttemptAt: _, ...delivery }: WebhookDeliveryRecord,
    { asked, final, ...outcome }: Outcome,
    trier: Trier,
    time: number,
    random: number
  ): WebhookDeliveryRecord => {
    const { duration: _d, error: _e, response: _r, responseStatus: _s, ...rest } = delivery
    const attempts = delivery.attempts + 1
    const tried = { ...rest, ...outcome, attempts, lastAttemptAt: timestamp(time) }
    if (isSuccess(outcome)) return { ...tried, status: "delivered" }
    const isGone = outcome.responseStatus === 410
    const next =
      final === true || isGone ? undefined : trier === "caller" ? due : nextTry({ attempts, asked, random, time })
    return next === undefined ? { ...tried, status: "failed" } : { ...tried, status: "pending", due: next }
  }

  /** Records a try, and since when there have been nothing but failures. */
  const record = (
    { id }: WebhookRecord,
    { id: delivery }: WebhookDeliveryRecord,
    outcome: Outcome,
    trier: Trier,
    time: number,
    random: number
  ) =>
    storage.transaction(
      Effect.gen(function* () {
        const read = yield* webhooks.findDelivery(id, delivery)
        const lane = yield* webhooks.lane(id)
        if (read === undefined || lane === undefined) return undefined
        const recorded = after(read.value, outcome, trier, time, random)
        yield* webhooks.replaceDelivery(read, recorded)
        const { failingSince: before, ...rest } = lane.value
        const isFailure = outcome.final !== true && !isSuccess(outcome)
        const since = isFailure && trier === "lane" ? (before ?? time) : isSuccess(outcome) ? undefined : before
        if (since !== before) {
          yield* webhooks.replaceLane(lane, since === undefined ? rest : { ...rest, failingSince: since })
        }
        return { recorded, failing: isFailure && since !== undefined && time - since >= patience }
      }),
      [jobLock(id)]
    )

  return (
    webhook: WebhookRecord,
    delivery: WebhookDeliveryRecord,
    trier: Trier
  ): Effect.Effect<WebhookDeliveryRecord | undefined, LecternError> =>
    Effect.gen(function* () {
      const event = yield* eventOf(webhook, delivery)
      const outcome: Outcome =
        event === undefined
          ? { final: true, error: "the event is no longer kept, or the owner of the webhook may no longer see it" }
          : yield* send(webhook, delivery, event)
      const time = yield* Clock.currentTimeMillis
      const done = yield* record(webhook, delivery, outcome, trier, time, yield* Random.next)
      if (outcome.responseStatus === 410) yield* disable(webhook, "receiver_gone")
      else if (done?.failing === true) yield* disable(webhook, "receiver_failing")
      return done?.recorded
    })
})
