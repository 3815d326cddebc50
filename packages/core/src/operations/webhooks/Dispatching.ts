/** The job of webhooks: it runs the lane of each webhook that sends. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeLanes } from "./Lanes.js"
import type { WebhookId } from "./Webhook.js"
import { WebhookRepository, webhooksStamp } from "./WebhookRepository.js"
import { WebhooksTable } from "./WebhookTables.js"

/** How often to look for webhooks that other processes have changed. */
const between = "1 second"

/**
 * After how long the job ends in order to start again, once nothing is being sent, in milliseconds: the queue counts
 * starts that a process died of, and makes a job wait that has too many.
 */
const longest = 60_000

/**
 * When the job looks again after there was a webhook that sends, and when there are only others, in milliseconds. A
 * webhook that is activated while the job ends cannot start it, so it must not end for long.
 */
const soon = 1_000
const later = 60_000

/** The service of webhooks as a job. */
export interface WebhookDispatchService {
  /** Sends the events of all webhooks; returns when to go on, in milliseconds since 1970. */
  readonly perform: () => Effect.Effect<number | undefined, Unavailable>
  /** Whether there are webhooks that send. */
  readonly isNeeded: () => Effect.Effect<boolean, Unavailable>
}

/** The service of webhooks as a job. */
export class WebhookDispatch extends Context.Tag("@lectern/core/WebhookDispatch")<
  WebhookDispatch,
  WebhookDispatchService
>() {}

interface Running {
  readonly changed: Queue.Queue<void>
  version: number
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const webhooks = yield* WebhookRepository
  const lane = yield* makeLanes

  const perform = Effect.gen(function* () {
    const scope = yield* Effect.scope
    const began = yield* Clock.currentTimeMillis
    const lanes = new Map<WebhookId, Running>()
    const ended = yield* Queue.sliding<void>(1)
    let sending = 0
    let stamp: number | undefined
    let anySent = false
    let isLost = false
    const sends = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => void sending++),
        () => effect,
        () => Effect.sync(() => void sending--)
      )

    const start = Effect.fnUntraced(function* (id: WebhookId, version: number) {
      const changed = yield* Queue.sliding<void>(1)
      lanes.set(id, { changed, version })
      const forgotten = Effect.suspend(() => {
        lanes.delete(id)
        // The next look finds out whether it ended for good.
        stamp = undefined
        return Queue.offer(ended, undefined)
      })
      const logged = lane(id, { changed, sending: sends }).pipe(
        Effect.tapErrorCause((cause) => {
          // A lane is interrupted when another process has the job: see `Fence`.
          if (Cause.isInterruptedOnly(cause)) isLost = true
          return isLost ? Effect.void : Effect.logError("the lane of a webhook failed", cause)
        })
      )
      yield* Effect.forkIn(Effect.ensuring(logged, forgotten), scope)
    })

    const look = Effect.gen(function* () {
      const now = yield* storage.counter(webhooksStamp)
      if (now === stamp) return
      stamp = now
      const active = yield* webhooks.active()
      const found = new Set(active.map(({ value }) => value.id))
      for (const { value, version } of active) {
        const running = lanes.get(value.id)
        if (running === undefined) yield* start(value.id, version)
        else if (running.version !== version) {
          running.version = version
          yield* Queue.offer(running.changed, undefined)
        }
      }
      for (const [id, { changed }] of lanes) if (!found.has(id)) yield* Queue.offer(changed, undefined)
      anySent ||= active.length > 0
    })

    const isOver = Effect.map(
      Clock.currentTimeMillis,
      (now) => isLost || lanes.size === 0 || (sending === 0 && Math.abs(now - began) >= longest)
    )

    const own = Stream.filter(storage.changes, (changes) => changes.some(({ table }) => table === WebhooksTable.name))
    yield* Stream.mergeAll([Stream.tick(between), own, Stream.fromQueue(ended)], { concurrency: "unbounded" }).pipe(
      Stream.buffer({ capacity: 1, strategy: "sliding" }),
      Stream.mapEffect(() => Effect.zipRight(look, isOver)),
      Stream.takeUntil((over) => over),
      Stream.runDrain
    )
    const now = yield* Clock.currentTimeMillis
    if (lanes.size > 0) return now
    if (anySent) return now + soon
    return (yield* webhooks.isAny()) ? now + later : undefined
  })

  const service: WebhookDispatchService = {
    perform: () => Effect.scoped(perform),
    isNeeded: () => Effect.map(webhooks.active(), (active) => active.length > 0)
  }
  return service
})

/** {@link WebhookDispatch} over the services and repositories of the context. */
export const service = serviceOf(WebhookDispatch, make)
