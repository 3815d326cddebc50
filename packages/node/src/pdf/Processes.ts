/** Runs processes that do one thing and exit, within limits of processor time and memory. */
import { type ChildProcess, fork } from "node:child_process"
import { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import { Effect } from "effect"
import { assembly } from "../workers/Assembly.js"
import { type Piece, pieces } from "../workers/Pieces.js"

/** What a process answers instead of a result. */
export type Failure =
  /** Why it failed. */
  | { readonly problem: string }
  /** Why the document is refused. */
  | { readonly refusal: string }

/** The progress message that a process sends to show that it is not stuck. */
export const step = "step"

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

const start = (program: string | URL): ChildProcess =>
  fork(program, {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: {},
    execArgv: ["--max-old-space-size=768"]
  })

/** The message that follows the last piece of a request or an answer. */
const whole = "whole"

/**
 * Sends a request or an answer in pieces, one per turn of the event loop, so that other callers are served in between.
 * Stops if the other process exits, which is reported elsewhere.
 */
const sendInPieces = (to: Pick<ChildProcess, "send">, message: object, sent?: () => void): void => {
  const rest = pieces(message)
  const next = (): void => {
    const { value } = rest.next()
    to.send(value ?? whole, (error) => {
      if (error === null && value !== undefined) setImmediate(next)
      else sent?.()
    })
  }
  setImmediate(next)
}

/** Calls a function with what came in pieces, once it is whole; the returned function takes the messages. */
const received = (then: (message: unknown) => void): ((message: Piece | typeof whole) => void) => {
  const parts = assembly()
  return (message) => (message === whole ? then(parts.value()) : parts.add(message))
}

/** This process as what its parent started, which has a channel to it. */
const parent = process as typeof process & Pick<ChildProcess, "send">

/** Receives the request of this process, answers it, and exits. */
export const answerRequest = <I, O extends object>(answer: (request: I) => Promise<O>): void => {
  const asked = async (request: unknown) => sendInPieces(parent, await answer(request as I), () => process.exit(0))
  process.on("message", received(asked))
  process.once("disconnect", () => process.exit(0))
}

/**
 * Runs a program, sends it a request and returns its answer. The process is killed if the caller is interrupted, or if
 * it sends nothing for ten times `time`, the milliseconds of processor time after which it ends itself with {@link
 * outOfTime}. If it was killed by any other signal, it used too much memory.
 */
export const runProcess = <A extends object>(
  program: string | URL,
  request: object,
  time: number
): Effect.Effect<A, Conflict | Unavailable> =>
  Effect.async<A, Conflict | Unavailable>((resume) => {
    const child = start(program)
    let said = ""
    let left = patience
    // Counts ticks instead of reading the clock: while the machine was suspended, the process had no time.
    const clock = setInterval(() => {
      if (--left > 0) return
      child.kill("SIGKILL")
      end(Effect.fail(tooLarge("it takes too long")))
    }, time)
    const end = (result: Effect.Effect<A, Conflict | Unavailable>) => {
      clearInterval(clock)
      resume(result)
    }
    child.stderr?.on("data", (data) => {
      said = `${said}${data}`.slice(-2000)
    })
    const take = received((message) => {
      const answer = message as A | Failure
      end(isFailure(answer) ? Effect.fail(failureOf(answer)) : Effect.succeed(answer))
    })
    child.on("message", (message: Piece | typeof whole | typeof step) => {
      if (message === step) left = patience
      else take(message)
    })
    child.once("error", (error) => end(Effect.fail(failed(error))))
    child.once("exit", (code, signal) => {
      if (signal === null) end(Effect.fail(failed(`exit ${code}: ${said}`)))
      else end(Effect.fail(tooLarge(signal === outOfTime ? "it takes too long" : outOfMemory)))
    })
    sendInPieces(child, request)
    return Effect.sync(() => {
      clearInterval(clock)
      child.kill("SIGKILL")
    })
  })
