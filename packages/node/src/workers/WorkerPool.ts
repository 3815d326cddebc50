/**
 * Worker threads for the engine's computations. They start on first use, and end after being idle for a while. Callers
 * share them fairly. If the file that threads load does not exist, as in some bundles, the work is done in the calling
 * thread, and a warning is logged.
 * @since 0.1.0
 */
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Actor } from "@lectern/core/access/Actor"
import { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import { metrics } from "@lectern/core/internal/foundation/telemetry/Metrics"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import { inlineSize, runHere, type Task, Workers } from "@lectern/core/workers/Workers"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Threads from "./Threads.js"

/** The settings of a pool. */
export interface WorkerPoolOptions {
  /** The maximum number of threads; when absent, one for up to two processors, else two. */
  readonly threads?: number
  /** The processor time that one job may take; 20 seconds when absent. */
  readonly time?: Duration.DurationInput
  /** The heap limit of a thread, in megabytes; 1024 when absent. */
  readonly memory?: number
  /** The time after which an idle thread ends; a minute when absent. */
  readonly idle?: Duration.DurationInput
  /**
   * The program of the threads: a module that calls `serve` of `workers/Serve` with every task to run in threads. When
   * absent, a program next to this module, with all tasks of core.
   */
  readonly program?: URL
}

/**
 * The path of the program of a thread or a process next to a module: `name` is without extension, `folder` is the
 * folder of both in the package. When running from sources, it is the built file; in a bundle, a file next to it with
 * the same extension.
 */
export const programBeside = (module: string, folder: string, name: string): URL =>
  new URL(
    module.endsWith(".ts") ? `../../dist/${folder}/${name}.js` : `./${name}${module.endsWith(".mjs") ? ".mjs" : ".js"}`,
    module
  )

const isThere = (program: URL): boolean => program.protocol !== "file:" || existsSync(fileURLToPath(program))

/** The key of the caller for fair scheduling. */
const caller = Effect.map(Effect.context<never>(), (context) => {
  const actor = Context.getOption(context, Actor)
  return Option.isSome(actor) && actor.value.kind === "user" ? actor.value.user : ""
})

/** {@link Workers} with threads. */
export const layer = (options: WorkerPoolOptions = {}): Layer.Layer<Workers> =>
  Layer.scoped(
    Workers,
    Effect.gen(function* () {
      const program = options.program ?? programBeside(import.meta.url, "workers", "WorkerProgram")
      const time = Duration.toMillis(options.time ?? "20 seconds")
      const memory = options.memory ?? 1024
      const size = options.threads ?? (availableParallelism() > 2 ? 2 : 1)
      const idle = Duration.toMillis(options.idle ?? "1 minute")
      const threads = yield* Effect.acquireRelease(
        Effect.sync(() => Threads.make({ program, time, memory, size, idle })),
        (made) => Effect.sync(made.close)
      )
      const telemetry = yield* Telemetry
      if (telemetry !== undefined) {
        yield* telemetry.gauge(metrics.tasksWaiting, Effect.sync(threads.waiting))
        yield* telemetry.gauge(metrics.tasksRunning, Effect.sync(threads.running))
      }
      let usable = isThere(program)
      let warned = false

      const warn = (cause: unknown) =>
        Effect.suspend(() => {
          if (warned) return Effect.void
          warned = true
          return Effect.logWarning("worker threads cannot be used: large texts will hold up other callers", cause)
        })
      const tooMuch = (of: "time" | "memory"): Conflict =>
        new Conflict({
          message:
            of === "time"
              ? `the content is too complex: it takes more than ${Duration.format(Duration.millis(time))} to process`
              : `the content is too complex: it takes more than ${memory} MB of memory to process`
        })

      const settle = <I, O>(
        task: Task<I, O>,
        input: I,
        settlement: Threads.Settlement
      ): Effect.Effect<O, Conflict | Unavailable> => {
        switch (settlement.kind) {
          case "done":
            return Effect.succeed(settlement.output as O)
          case "thrown":
            return Effect.die(new Error(`${task.name}: ${settlement.error}`))
          case "limit":
            return Effect.fail(tooMuch(settlement.of))
          case "died":
            return Effect.fail(new Unavailable({ message: "a worker thread has ended", cause: settlement.cause }))
          case "unavailable":
            return Effect.zipRight(warn(settlement.cause), runHere(task, input))
        }
      }
      const inThread = <I, O>(task: Task<I, O>, input: I, size: number): Effect.Effect<O, Conflict | Unavailable> =>
        Effect.flatMap(caller, (by) =>
          Effect.flatMap(
            Effect.async<Threads.Settlement>((resume) => {
              const job: Threads.Job = {
                caller: by,
                size,
                task: task.name,
                input,
                settle: (settlement) => resume(Effect.succeed(settlement))
              }
              threads.add(job)
              return Effect.sync(() => threads.cancel(job))
            }),
            (settlement) => settle(task, input, settlement)
          )
        )

      return Workers.of({
        parallel: true,
        run: (task, input) => {
          const size = task.size(input)
          if (size <= inlineSize) return runHere(task, input)
          if (usable) return inThread(task, input, size)
          usable = isThere(program)
          return Effect.zipRight(warn(new Error(`${program.href} is not there`)), runHere(task, input))
        }
      })
    })
  )
