/**
 * The port for long computations, implemented by worker threads on Node. Parsing, comparing and merging texts of
 * unbounded size goes through it, and never runs inside a storage transaction.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import { given } from "../loading/Lazy.js"
import { giveWay, turn } from "../scheduling/Turns.js"

/** A pure function from plain data to plain data, which can run in another thread, where it is found by its `name`. */
export interface Task<in I, out O> {
  /** Unique among all tasks, for example `markdown/document`. */
  readonly name: string
  /** The size of the input, in characters of text; small inputs are processed immediately, in the caller's thread. */
  readonly size: (input: I) => number
  /**
   * Runs the task. Input and output must survive `structuredClone`. It returns a promise if it has to load a module.
   */
  readonly run: (input: I) => O | Promise<O>
}

/** Runs tasks. */
export interface WorkersService {
  /**
   * The result of the task. Fails with `Conflict` if it exceeds the limits of time or memory, and with `Unavailable` if
   * its worker terminated. Anything that the task throws is a bug, and a defect.
   */
  readonly run: <I, O>(task: Task<I, O>, input: I) => Effect.Effect<O, Conflict | Unavailable>
  /**
   * Whether large tasks run in parallel to the caller's thread, so that it is worth starting them before they are
   * needed; not when absent.
   */
  readonly parallel?: boolean
}

/** Runs the tasks of an engine. */
export class Workers extends Context.Tag("@lectern/core/Workers")<Workers, WorkersService>() {}

/** The maximum size, in characters, of tasks that run in the caller's thread; these take a few milliseconds at most. */
export const inlineSize = 16_384

/**
 * Runs a task in this thread, after a turn of the event loop if it is large or the current turn has lasted too long.
 */
export const runHere = <I, O>(task: Task<I, O>, input: I): Effect.Effect<O, Unavailable> =>
  Effect.zipRight(
    task.size(input) <= inlineSize ? giveWay : turn,
    given(() => task.run(input))
  )

/**
 * Workers without threads, as in a browser: tasks run in the caller's thread, large ones after a turn of the event
 * loop, so that other callers wait for one task at most.
 */
export const inline: WorkersService = { run: runHere }

/** {@link inline} as a layer. */
export const layerInline: Layer.Layer<Workers> = Layer.succeed(Workers, inline)
