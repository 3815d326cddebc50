/**
 * Long computations beside everything else: the port behind which an engine on Node has worker threads. Parsing,
 * comparing and merging texts of any size is given to it, never run inside a storage transaction.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Conflict, Unavailable } from "../errors/Errors.js"
import { given } from "../loading/Lazy.js"
import { giveWay, turn } from "../scheduling/Turns.js"

/**
 * A pure function from plain data to plain data, which another thread can run: `name` is how it is found there.
 * @since 0.1.0
 */
export interface Task<in I, out O> {
  /** Unique among all tasks, for example `markdown/document`. */
  readonly name: string
  /** How much there is to do, in characters of text; little of it is done at once, in the caller's thread. */
  readonly size: (input: I) => number
  /** Does it. Input and output pass `structuredClone`. A promise is for a module that is loaded when it is used. */
  readonly run: (input: I) => O | Promise<O>
}

/**
 * Runs tasks.
 * @since 0.1.0
 */
export interface WorkersService {
  /**
   * What the task makes of the input. Fails with `Conflict` where it would take more time or memory than is allowed,
   * with `Unavailable` where whatever runs it went away. What the task throws is a bug, and a defect.
   */
  readonly run: <I, O>(task: Task<I, O>, input: I) => Effect.Effect<O, Conflict | Unavailable>
}

/**
 * What runs the tasks of an engine.
 * @since 0.1.0
 */
export class Workers extends Context.Tag("@lectern/core/Workers")<Workers, WorkersService>() {}

/**
 * Tasks of up to this size, in characters, take a few milliseconds at most, and are done where they are asked for.
 * @since 0.1.0
 */
export const inlineSize = 16_384

/**
 * Runs a task in this thread, after a turn of the event loop if it is large or the current one has lasted.
 * @since 0.1.0
 */
export const runHere = <I, O>(task: Task<I, O>, input: I): Effect.Effect<O, Unavailable> =>
  Effect.zipRight(
    task.size(input) <= inlineSize ? giveWay : turn,
    given(() => task.run(input))
  )

/**
 * Without threads, as in a browser: tasks run where they are asked for, large ones after a turn of the event loop, so
 * that the longest wait of another caller is that of one task.
 * @since 0.1.0
 */
export const inline: WorkersService = { run: runHere }

/**
 * {@link inline} as a layer.
 * @since 0.1.0
 */
export const layerInline: Layer.Layer<Workers> = Layer.succeed(Workers, inline)
