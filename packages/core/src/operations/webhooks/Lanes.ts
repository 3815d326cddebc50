/**
 * The lane of a webhook: it makes deliveries of the events that come, in their order, and sends one at a time. What was
 * never tried is sent before what is tried again. Lanes do not wait for each other.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { makeOf } from "../../foundation/ids/Ids.js"
import { Actor } from "../../people/access/Actor.js"
import { jobLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { type Event, eventIdOf, numberOfEvent } from "../../storage/trail/Event.js"
import { type EventPlace, Events } from "../events/Events.js"
import { lastNumber } from "../events/Sequencing.js"
import { makeDeliver } from "./Delivering.js"
import { makeOwners, ownerOf } from "./Owners.js"
import { WebhookDeliveryId, type WebhookDeliveryRecord, type WebhookId, type WebhookRecord } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** How many events are read at once. */
const readAtOnce = 50

/** How many deliveries may wait to be tried: beyond that, events stay where they are. */
const mostPending = 1_000

/** After how many events that concern a webhook in no way its position is written. */
const skippedAtMost = 1_000

/** How long a lane waits before it goes on after a failure that is not its receiver's. */
const pause = "1 second"

const placeOf = ({ organization, space }: WebhookRecord): EventPlace =>
  space === undefined ? { organization } : { space }

/** How a lane is told that its webhook has changed, and tells that it sends. */
export interface LaneHandle {
  readonly changed: Queue.Queue<void>
  /** Runs a try, which is not to be cut off without need. */
  readonly sending: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * The ids of deliveries that lanes make. They are not those of the engine, with which a test suite counts what it makes
 * itself: lanes run at times of their own.
 */
const { next } = Effect.runSync(makeOf(undefined))

/** Makes the lane of a webhook, which ends when the webhook no longer sends. */
export const makeLanes = Effect.gen(function* () {
  const storage = yield* Storage
  const webhooks = yield* WebhookRepository
  const events = yield* Events
  const { isOwned, pause: pauseWebhook } = yield* makeOwners
  const deliver = yield* makeDeliver

  const pendingOf = (webhook: WebhookRecord, { id: event, type }: Event, time: number) =>
    Effect.map(next, (id): WebhookDeliveryRecord => {
      const number = numberOfEvent(event)
      return {
        webhook: webhook.id,
        id: WebhookDeliveryId.make(id),
        ...(number !== undefined && { number }),
        type,
        status: "pending",
        attempts: 0,
        due: 0,
        time
      }
    })

  /** Writes how far a webhook has come, together with the deliveries that this makes. */
  const advance = (webhook: WebhookRecord, position: number, wanted: ReadonlyArray<Event>) =>
    storage.transaction(
      Effect.gen(function* () {
        const lane = yield* webhooks.lane(webhook.id)
        if (lane === undefined) return
        const time = yield* Clock.currentTimeMillis
        const made = yield* Effect.forEach(wanted, (event) => pendingOf(webhook, event, time))
        if (made.length > 0) yield* webhooks.addDeliveries(webhook.id, made)
        yield* webhooks.replaceLane(lane, { ...lane.value, position })
      }),
      [jobLock(webhook.id)]
    )

  /** The number after which a lane reads on; one from before a backup was restored may be ahead of all events. */
  const startOf = Effect.fnUntraced(function* (id: WebhookId) {
    const lane = yield* webhooks.lane(id)
    return Math.min(lane?.value.position ?? 0, yield* storage.counter(lastNumber))
  })

  return (id: WebhookId, { changed, sending }: LaneHandle): Effect.Effect<void, never> => {
    let position: number | undefined
    let written = 0

    /** Makes deliveries of the next events; `false` if there are none to read. */
    const fill = Effect.fnUntraced(function* (webhook: WebhookRecord) {
      if (position === undefined) written = position = yield* startOf(id)
      if ((yield* webhooks.countPending(id)) >= mostPending) return false
      const [type, ...others] = webhook.events
      const { items, next } = yield* events.list(placeOf(webhook), {
        after: eventIdOf(position),
        limit: readAtOnce,
        ...(type !== undefined && others.length === 0 && { type })
      })
      const wanted = webhook.events.length === 0 ? items : items.filter((each) => webhook.events.includes(each.type))
      const reached = numberOfEvent(next.after) ?? position
      if (wanted.length > 0 || reached - written >= skippedAtMost) {
        yield* advance(webhook, reached, wanted)
        written = reached
      }
      const isFurther = reached > position
      position = reached
      return isFurther
    })

    /** Waits for events, for the next try, or until the webhook changes. */
    const wait = (webhook: WebhookRecord, due: number | undefined) =>
      Effect.gen(function* () {
        const time = yield* Clock.currentTimeMillis
        const isFull = (yield* webhooks.countPending(id)) >= mostPending
        const found = isFull ? Effect.never : events.wait(placeOf(webhook), eventIdOf(position ?? 0))
        const again = due === undefined ? Effect.never : Effect.sleep(Math.max(due - time, 0))
        // A failure ends it, too: the owner may have lost access since the last look.
        yield* Effect.raceFirst(found, Effect.raceFirst(again, Queue.take(changed)))
      })

    /** One step; `false` if the webhook no longer sends. */
    const step: Effect.Effect<boolean, LecternError> = Effect.gen(function* () {
      const webhook = (yield* webhooks.find(id))?.value
      if (webhook?.status !== "active") return false
      if (!(yield* isOwned(webhook))) return yield* Effect.as(pauseWebhook(webhook), true)
      const asOwner = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.provideService(effect, Actor, ownerOf(webhook))
      const next = yield* webhooks.first(id)
      if (next?.due !== undefined && next.due <= (yield* Clock.currentTimeMillis)) {
        yield* sending(deliver(webhook, next, "lane"))
      } else if (!(yield* asOwner(fill(webhook)))) {
        yield* asOwner(wait(webhook, next?.due))
      }
      return true
    })

    const logged = (error: LecternError | Unavailable) =>
      Effect.as(
        Effect.zipRight(
          Effect.annotateLogs(Effect.logDebug("a webhook could not go on", error), { webhook: id }),
          Effect.sleep(pause)
        ),
        true
      )
    return Effect.asVoid(Effect.repeat(Effect.catchAll(step, logged), { while: (goesOn) => goesOn }))
  }
})
