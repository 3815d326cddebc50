/** Runs processes that do one job and exit, within limits of processor time and memory. */
import { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import type { Start } from "./Forking.js"
import { type Failure, type Part, received, sendInPieces, step } from "./Requests.js"

const tooLarge = (what: string): Conflict => new Conflict({ message: `the content is too large for one PDF: ${what}` })

/** The failure of a process that used too much memory. */
const outOfMemory = "it takes too much memory"

/** The signal that ends a process that has used up its processor time. */
export const outOfTime: NodeJS.Signals = process.platform === "win32" ? "SIGKILL" : "SIGVTALRM"

/** How many times its processor time a process may take in real time, since a busy machine is not its fault. */
const patience = 10

/** Whether a process failed because it used too much memory. */
export const isOutOfMemory = (error: Conflict | Unavailable): boolean => error.message.endsWith(outOfMemory)

const failed = (cause: unknown): Unavailable => new Unavailable({ message: "typesetting failed", cause })

const failureOf = (failure: Failure): Conflict | Unavailable =>
  "refusal" in failure ? new Conflict({ message: failure.refusal }) : failed(failure.problem)

const isFailure = (answer: object): answer is Failure => "problem" in answer || "refusal" in answer

/**
 * Runs a program, sends it a request and returns its answer. The process is killed if the caller is interrupted, or if
 * it sends nothing for ten times `time`, the milliseconds of processor time after which it ends itself with {@link
 * outOfTime}. If it was killed by any other signal, it used too much memory.
 */
export const runProcess = <A extends object>(
  start: Start,
  program: string,
  request: object,
  time: number
): Effect.Effect<A, Conflict | Unavailable> =>
  Effect.async<A, Conflict | Unavailable>((resume) => {
    let left = patience
    const finish = (result: Effect.Effect<A, Conflict | Unavailable>): void => {
      clearInterval(clock)
      resume(result)
    }
    const take = received((message) => {
      const answer = message as A | Failure
      finish(isFailure(answer) ? Effect.fail(failureOf(answer)) : Effect.succeed(answer))
    })
    const running = start(program, {
      message: (message) => {
        if (message === step) left = patience
        else take(message as Part)
      },
      error: (error) => finish(Effect.fail(failed(error))),
      end: ({ code, said, signal }) => {
        if (signal === null) finish(Effect.fail(failed(`exit ${code}: ${said}`)))
        else finish(Effect.fail(tooLarge(signal === outOfTime ? "it takes too long" : outOfMemory)))
      }
    })
    // Counts ticks instead of reading the clock: while the machine was suspended, the process had no time.
    const clock = setInterval(() => {
      if (--left > 0) return
      running.kill()
      finish(Effect.fail(tooLarge("it takes too long")))
    }, time)
    void sendInPieces(running.send, request)
    return Effect.sync(() => {
      clearInterval(clock)
      running.kill()
    })
  })
