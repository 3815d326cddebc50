/**
 * Answers that go on: server-sent events, as the HTML standard has them
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { type LecternError, RateLimited } from "@lectern/core/errors/Errors"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { statuses } from "../errors/WireError.js"
import type { Answer } from "./Exchange.js"
import { outcomeOf } from "./Failures.js"

/** A message of a stream. */
export interface StreamMessage {
  /** The position that a client sends as `Last-Event-ID` to continue after this message. */
  readonly id?: string
  /** A value in wire shape. */
  readonly data: unknown
}

/** The messages for one client, read one after the other. */
export interface Feed {
  /** The next messages, if there are any now. */
  readonly read: Effect.Effect<ReadonlyArray<StreamMessage>, LecternError, Actor>
  /** Ends when there may be more messages; not before. */
  readonly wait: Effect.Effect<void, LecternError, Actor>
}

/** An answer that is a stream for every client. */
export class StreamAnswer {
  constructor(readonly feed: Feed) {}
}

/** An answer that clients can also follow: with `Accept: text/event-stream` they get a stream in place of it. */
export class FollowedAnswer<A> {
  constructor(
    readonly answer: Effect.Effect<A, LecternError, Actor>,
    /** What follows the message with this id, or what happens from now on. */
    readonly follow: (after: string | undefined) => Feed
  ) {}
}

/** Whether a client asks for a stream. */
export const acceptsStream = (accept = ""): boolean =>
  accept.split(",").some((type) => type.split(";")[0]?.trim().toLowerCase() === "text/event-stream")

/** How long a stream is silent before it sends a comment, so that no proxy takes it for dead, in milliseconds. */
const silence = 15_000

/** How often the caller of a silent stream is authenticated again, in milliseconds. */
const between = 60_000

/** How many streams a caller may have at a time with one process. */
const most = 64

/** How soon a client should come back after the server has ended its stream, in milliseconds. */
const comeBack = 1_000

const encoder = new TextEncoder()
const bytesOf = (text: string): Uint8Array => encoder.encode(text)
const comment: Part = { bytes: bytesOf(":\n\n"), isLast: false }

const frameOf = ({ data, id }: StreamMessage): string =>
  `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** A part of a stream, and whether it is the last one. */
interface Part {
  readonly bytes: Uint8Array
  readonly isLast: boolean
}

/** The last message of a stream that the server ends, with the reason. */
const ending = (code: number, message: string): Part => ({
  bytes: bytesOf(`retry: ${comeBack}\nevent: end\ndata: ${JSON.stringify({ error: { code, message } })}\n\n`),
  isLast: true
})

const stopped = ending(503, "the server is stopping")

const endingOf = (cause: Cause.Cause<LecternError>): Part => {
  const outcome = outcomeOf(cause)
  if (outcome.kind === "failure") return ending(statuses[outcome.failure._tag], outcome.failure.message)
  return outcome.kind === "stopped" ? stopped : ending(500, "the server failed to continue this stream")
}

const aborted = (signal: AbortSignal | undefined): Effect.Effect<void> =>
  signal === undefined
    ? Effect.never
    : Effect.async((done) => {
        const abort = () => done(Effect.void)
        if (signal.aborted) abort()
        signal.addEventListener("abort", abort)
        return Effect.sync(() => signal.removeEventListener("abort", abort))
      })

/** An iterable over the results of a step; leaving the loop interrupts the step that runs. */
const stepping = (run: (signal: AbortSignal) => Promise<Part>, onEnd: () => void): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const left = new AbortController()
    let isOver = false
    const end = () => {
      isOver = true
      left.abort()
      onEnd()
      return { done: true as const, value: undefined }
    }
    return {
      next: async () => {
        const part = isOver ? undefined : await run(left.signal).catch(() => undefined)
        if (part === undefined) return end()
        isOver = part.isLast
        return { done: false as const, value: part.bytes }
      },
      return: async () => end()
    }
  }
})

/** Makes the function that turns a feed into an answer. `stopping` ends all of its streams. */
export const makeStreaming = (stopping: AbortSignal | undefined) => {
  const open = new Map<string, number>()
  const count = (key: string, by: number): number => {
    const now = (open.get(key) ?? 0) + by
    if (now === 0) open.delete(key)
    else open.set(key, now)
    return now
  }

  /**
   * The answer with the messages of a feed, from those that are there; a failure of the first read is that of the
   * request. The caller is authenticated again before messages are read, and every minute.
   */
  return (
    feed: Feed,
    authenticate: Effect.Effect<ActorValue, LecternError>
  ): Effect.Effect<Answer, LecternError, Actor> =>
    Effect.gen(function* () {
      let actor = yield* Actor
      const key = actor.kind === "user" ? actor.user : actor.kind
      if ((open.get(key) ?? 0) >= most) {
        return yield* new RateLimited({
          message: `at most ${most} streams may be open at a time: subscribe to several things in one of them`,
          limit: most,
          retryAfter: 60
        })
      }
      let waiting: ReadonlyArray<StreamMessage> | undefined = yield* feed.read
      let isOpened = false
      let since = yield* Clock.currentTimeMillis

      const again = Effect.gen(function* () {
        actor = yield* authenticate
        since = yield* Clock.currentTimeMillis
      })
      const as = <A>(effect: Effect.Effect<A, LecternError, Actor>) =>
        Effect.suspend(() => Effect.provideService(effect, Actor, actor))

      const next: Effect.Effect<Part, LecternError> = Effect.gen(function* () {
        // A client learns at once that the stream is there.
        if (!isOpened) {
          isOpened = true
          return comment
        }
        while (true) {
          const messages = waiting ?? []
          waiting = undefined
          if (messages.length > 0) return { bytes: bytesOf(messages.map(frameOf).join("")), isLast: false }
          const woken = yield* Effect.timeoutOption(as(feed.wait), silence)
          if (Option.isNone(woken)) {
            if ((yield* Clock.currentTimeMillis) - since >= between) yield* again
            return comment
          }
          yield* again
          waiting = yield* as(feed.read)
        }
      })
      const step = Effect.raceFirst(next, Effect.as(aborted(stopping), stopped)).pipe(
        Effect.catchAllCause((cause) => Effect.succeed(endingOf(cause)))
      )
      return yield* Effect.map(Effect.runtime(), (runtime) => {
        const run = Runtime.runPromise(runtime)
        let isCounted = false
        const chunks = stepping(
          (signal) => {
            if (!isCounted) count(key, 1)
            isCounted = true
            return run(step, { signal })
          },
          () => {
            if (isCounted) count(key, -1)
            isCounted = false
          }
        )
        return {
          status: 200,
          contentType: "text/event-stream; charset=utf-8",
          headers: { "cache-control": "private, no-store", "x-accel-buffering": "no" },
          body: { length: undefined, chunks }
        }
      })
    })
}
