/**
 * Answers that go on: server-sent events, as the HTML standard has them
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { Actor, type ActorValue } from "@lectern/core/access/Actor"
import { type LecternError, RateLimited } from "@lectern/core/errors/Errors"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
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

/**
 * How long a stream is silent before it sends a comment, so that no proxy takes it for dead, in milliseconds, and how often
 * one timer looks for such streams: within 15 seconds.
 */
const silence = 14_000
const tick = 1_000

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

/** What ends a pause: there may be messages, there have been none for a while, or the server stops. */
type Pause = "woken" | "silent" | "stopped"

/**
 * The parts of one stream. While nothing happens, it has a fiber that waits for messages, and no timer of its own: there may
 * be thousands of such streams.
 */
class Parts implements AsyncIterator<Uint8Array, undefined> {
  #messages: ReadonlyArray<StreamMessage>
  #actor: ActorValue
  #since: number
  /** When the last part was sent. */
  #sent: number
  #isOpened = false
  #isOver = false
  #waiting: Fiber.RuntimeFiber<void, LecternError> | undefined
  #resume: ((pause: Pause) => void) | undefined

  constructor(
    readonly feed: Feed,
    readonly authenticate: Effect.Effect<ActorValue, LecternError>,
    readonly runtime: Runtime.Runtime<never>,
    first: { readonly messages: ReadonlyArray<StreamMessage>; readonly actor: ActorValue; readonly now: number },
    readonly stopping: AbortSignal | undefined,
    readonly onEnd: () => void
  ) {
    this.#messages = first.messages
    this.#actor = first.actor
    this.#since = first.now
    this.#sent = first.now
  }

  /** Ends the stream with a hint to come back. */
  readonly stop = (): void => this.#resume?.("stopped")

  /** Sends a comment if the stream has been silent for long. */
  readonly pulse = (now: number): void => {
    if (now - this.#sent >= silence) this.#resume?.("silent")
  }

  #as<A>(effect: Effect.Effect<A, LecternError, Actor>): Effect.Effect<A, LecternError> {
    return Effect.provideService(effect, Actor, this.#actor)
  }

  #now(): number {
    return Runtime.runSync(this.runtime)(Clock.currentTimeMillis)
  }

  #fork<A, E>(effect: Effect.Effect<A, E>): Fiber.RuntimeFiber<A, E> {
    return Runtime.runFork(this.runtime)(effect)
  }

  /** The wait for messages, which goes on while comments are sent. */
  #wait(): Fiber.RuntimeFiber<void, LecternError> {
    if (this.#waiting !== undefined) return this.#waiting
    const fiber = this.#fork(this.#as(this.feed.wait))
    this.#waiting = fiber
    fiber.addObserver(() => this.#resume?.("woken"))
    return fiber
  }

  #pause(): Promise<Pause> {
    return new Promise((resolve) => {
      this.#resume = (pause) => {
        this.#resume = undefined
        resolve(pause)
      }
      if (this.stopping?.aborted === true) this.#resume("stopped")
      else if (this.#wait().unsafePoll() !== null) this.#resume?.("woken")
    })
  }

  /** Authenticates the caller again, and reads what has happened, which fails if they may not see it any more. */
  readonly #read = Effect.gen(this, function* () {
    this.#actor = yield* this.authenticate
    this.#since = yield* Clock.currentTimeMillis
    this.#messages = yield* this.#as(this.feed.read)
  })

  async #next(): Promise<Part> {
    const run = Runtime.runPromiseExit(this.runtime)
    // A client learns at once that the stream is there.
    if (!this.#isOpened) {
      this.#isOpened = true
      return comment
    }
    while (true) {
      const messages = this.#messages
      this.#messages = []
      if (messages.length > 0) return { bytes: bytesOf(messages.map(frameOf).join("")), isLast: false }
      const pause = await this.#pause()
      if (pause === "stopped") return stopped
      if (pause === "silent" && this.#now() - this.#since < between) return comment
      const waited = this.#waiting?.unsafePoll() ?? undefined
      if (waited !== undefined) this.#waiting = undefined
      const exit = waited?._tag === "Failure" ? waited : await run(this.#read)
      if (Exit.isFailure(exit)) return endingOf(exit.cause)
      if (pause === "silent" && this.#messages.length === 0) return comment
    }
  }

  #end() {
    if (!this.#isOver) {
      this.#isOver = true
      this.#waiting?.unsafeInterruptAsFork(FiberId.none)
      this.#resume?.("silent")
      this.onEnd()
    }
    return { done: true as const, value: undefined }
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#isOver) return this.#end()
    const part = await this.#next()
    // It may have been left meanwhile.
    if (this.#isOver) return this.#end()
    this.#sent = this.#now()
    if (part.isLast) this.#end()
    return { done: false, value: part.bytes }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#end()
  }
}

/** Makes the function that turns a feed into an answer. `stopping` ends all of its streams. */
export const makeStreaming = (stopping: AbortSignal | undefined) => {
  const open = new Map<string, number>()
  const streams = new Set<Parts>()
  stopping?.addEventListener("abort", () => {
    for (const each of streams) each.stop()
  })

  let isPulsing = false
  /** The timer of all streams, while there are any. */
  const pulses = Effect.gen(function* () {
    while (streams.size > 0) {
      yield* Effect.sleep(tick)
      const now = yield* Clock.currentTimeMillis
      for (const each of streams) each.pulse(now)
    }
    isPulsing = false
  })

  /**
   * The answer with the messages of a feed, from those that are there; a failure of the first read is that of the
   * request. The caller is authenticated again before messages are read, and every minute.
   */
  return (
    feed: Feed,
    authenticate: Effect.Effect<ActorValue, LecternError>
  ): Effect.Effect<Answer, LecternError, Actor> =>
    Effect.gen(function* () {
      const actor = yield* Actor
      const key = actor.kind === "user" ? actor.user : actor.kind
      if ((open.get(key) ?? 0) >= most) {
        return yield* new RateLimited({
          message: `at most ${most} streams may be open at a time: subscribe to several things in one of them`,
          limit: most,
          retryAfter: 60
        })
      }
      const messages = yield* feed.read
      const now = yield* Clock.currentTimeMillis
      const runtime = yield* Effect.runtime()
      const begin = (): AsyncIterator<Uint8Array, undefined> => {
        open.set(key, (open.get(key) ?? 0) + 1)
        const parts = new Parts(feed, authenticate, runtime, { messages, actor, now }, stopping, () => {
          streams.delete(parts)
          const left = (open.get(key) ?? 1) - 1
          if (left === 0) open.delete(key)
          else open.set(key, left)
        })
        streams.add(parts)
        if (!isPulsing) {
          isPulsing = true
          Runtime.runFork(runtime)(pulses)
        }
        return parts
      }
      return {
        status: 200,
        contentType: "text/event-stream; charset=utf-8",
        headers: { "cache-control": "private, no-store", "x-accel-buffering": "no" },
        body: { length: undefined, chunks: { [Symbol.asyncIterator]: begin } }
      }
    })
}
