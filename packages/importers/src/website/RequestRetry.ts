/** Retries requests that may succeed later. */
import { OutboundError } from "@lectern/core/outbound/Outbound"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** The part of a response that decides whether to retry. */
export interface Asked {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A transient failure, with the number of milliseconds that the server asks to wait. */
class Passing<A> extends Data.TaggedError("Passing")<{ readonly answer: A; readonly pause: number | undefined }> {}

/** The maximum number of retries. */
const retries = 4
const firstPause = Duration.seconds(1)
const maxTime = Duration.minutes(3)
/** The longest wait in milliseconds. If a server asks for more, the request is not retried. */
const maxPause = 60_000

/** Transient statuses below 500: a timeout, a replayed request, too many requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])
/** Permanent statuses from 500 on: requests that the server does not support. */
const lasting: ReadonlySet<number> = new Set([501, 505, 510])

/** Whether a status is transient. */
export const mayPass = (status: number): boolean => passing.has(status) || (status >= 500 && !lasting.has(status))

/** The wait that a `Retry-After` header requests, in seconds or as a date, in milliseconds from `now`. */
export const retryAfter = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined
  const text = header.trim()
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0)
}

/** Whether a failure is transient. Failures other than responses and broken connections are not. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof Passing
    ? (failure.pause ?? 0) <= maxPause
    : failure instanceof OutboundError && (failure.reason === "unreachable" || failure.reason === "timeout")

const pauseOf = (failure: unknown): number | undefined => (failure instanceof Passing ? failure.pause : undefined)

/**
 * The retry schedule: after a second, doubling each time, or after the delay that the server requests, up to a minute.
 * Only transient failures are retried.
 */
const patience: Schedule.Schedule<unknown, unknown> = Schedule.exponential(firstPause).pipe(
  Schedule.intersect(Schedule.recurs(retries)),
  Schedule.upTo(maxTime),
  Schedule.intersect(Schedule.identity<unknown>()),
  Schedule.modifyDelay(([, failure], delay) =>
    Duration.millis(Math.min(maxPause, pauseOf(failure) ?? Duration.toMillis(delay)))
  ),
  Schedule.whileInput(isPassing)
)

/**
 * Makes a request, up to five times in all, as long as it fails transiently or the connection breaks; then returns the
 * last response. `onPause` is called with the delay in milliseconds that the server requests, if it does.
 */
export const patiently = <A extends Asked, E, R>(
  ask: Effect.Effect<A, E, R>,
  onPause: (pause: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<A, E, R> => {
  const once = Effect.flatMap(ask, (answer) =>
    !mayPass(answer.status)
      ? Effect.succeed(answer)
      : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const pause = retryAfter(answer.headers["retry-after"], now)
          const told = pause === undefined || pause > maxPause ? Effect.void : onPause(pause)
          return Effect.zipRight(told, new Passing({ answer, pause }))
        })
  )
  return Effect.retry(once, patience).pipe(
    Effect.catchIf(
      (failure): failure is Passing<A> => failure instanceof Passing,
      ({ answer }) => Effect.succeed(answer)
    )
  )
}
