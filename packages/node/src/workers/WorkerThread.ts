/**
 * One worker thread: runs one job at a time, within limits, and can be given the next one meanwhile. It cannot be
 * restarted once it is stopped.
 */
import { Worker } from "node:worker_threads"
import { type Assembly, assembly } from "./Assembly.js"
import type { Answer, Order } from "./Messages.js"
import { isLarge, piecesInTurns } from "./Pieces.js"

/** How a job ended. */
export type Outcome =
  | { readonly kind: "done"; readonly output: unknown }
  /** The task threw. */
  | { readonly kind: "thrown"; readonly error: string }
  /** The thread was stopped, because the job exceeded its limits. */
  | { readonly kind: "limit"; readonly of: "time" | "memory" }
  /** The thread ended by itself. */
  | { readonly kind: "died"; readonly cause: unknown }

/** The limits of a thread. */
export interface ThreadLimits {
  /** Milliseconds of processor time for one job. In real time it may take ten times as long. */
  readonly time: number
  /** Megabytes of heap. */
  readonly memory: number
}

/** A thread that has started. */
export interface WorkerThread {
  /** The names of its tasks. */
  readonly tasks: ReadonlySet<string>
  /**
   * Runs a job, or the next one while one is running. The thread is done with it when `done` is called; after `limit`
   * and `died` it has ended, and the next job with it, which is then never settled.
   */
  readonly run: (task: string, input: unknown, done: (outcome: Outcome) => void) => void
  /** Terminates the thread, and with it the job, which is then never settled. */
  readonly stop: () => void
}

/** How long a thread may take to load its program, in milliseconds. */
const startTime = 60_000

/** The ratio between the limits of real time and of processor time, since a busy machine is not the job's fault. */
const patience = 10

/** The processor time of this process with all of its threads, in milliseconds. */
const processorTime = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

const isOutOfMemory = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"

/**
 * Starts a thread with a program that calls `serve`. An idle thread does not keep the process alive. `ended` is called
 * when it ends without a job. Rejects if it cannot start.
 */
export const start = (program: URL, { memory, time }: ThreadLimits, ended: () => void): Promise<WorkerThread> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      name: "lectern",
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory }
    })
    let ready = false
    let alive = true
    let done: ((outcome: Outcome) => void) | undefined
    /** Of the next job. */
    let following: ((outcome: Outcome) => void) | undefined
    let parts: Assembly | undefined
    let timer = setTimeout(() => end(new Error("the program of the worker thread did not start")), startTime)

    const finish = (outcome: Outcome): void => {
      clearTimeout(timer)
      const report = done
      done = undefined
      parts = undefined
      if (alive && following !== undefined) {
        const next = following
        following = undefined
        begin(next)
      } else worker.unref()
      report?.(outcome)
    }
    /** Ends the next job, which could not be sent. */
    const fail = (report: (outcome: Outcome) => void, error: unknown): void => {
      const outcome: Outcome = { kind: "thrown", error: String(error) }
      if (report === done) finish(outcome)
      else {
        following = undefined
        report(outcome)
      }
    }
    const end = (cause: unknown): void => {
      if (!alive) return
      alive = false
      clearTimeout(timer)
      void worker.terminate()
      if (!ready) reject(cause)
      else if (done === undefined) ended()
      else finish(isOutOfMemory(cause) ? { kind: "limit", of: "memory" } : { kind: "died", cause })
    }
    /**
     * Terminates a job that exceeds its limit. The time of the whole process is an upper bound of the job's. Real time
     * is counted in waits, so that a suspended process only loses one.
     */
    const limit = (before: number, waited = 0): void => {
      const wait = Math.max(time - (processorTime() - before), time / 20)
      timer = setTimeout(() => {
        if (processorTime() - before < time && waited + wait < time * patience) return limit(before, waited + wait)
        alive = false
        void worker.terminate()
        finish({ kind: "limit", of: "time" })
      }, wait)
    }
    const begin = (report: (outcome: Outcome) => void): void => {
      done = report
      worker.ref()
      limit(processorTime())
    }
    const send = (order: Order): void => worker.postMessage(order)
    /** Sends the input of a job in pieces, until the job ends. */
    const sendInPieces = async (task: string, input: unknown, report: (outcome: Outcome) => void): Promise<void> => {
      const isRunning = () => alive && (done === report || following === report)
      try {
        for await (const piece of piecesInTurns(input)) {
          if (!isRunning()) return
          send({ kind: "piece", piece })
        }
        if (isRunning()) send({ kind: "run", task })
      } catch (error) {
        if (isRunning()) fail(report, error)
      }
    }

    const thread = (tasks: ReadonlyArray<string>): WorkerThread => ({
      tasks: new Set(tasks),
      run: (task, input, report) => {
        if (done === undefined) begin(report)
        else following = report
        if (isLarge(input)) return void sendInPieces(task, input, report)
        try {
          send({ kind: "run", task, input })
        } catch (error) {
          fail(report, error)
        }
      },
      stop: () => {
        alive = false
        clearTimeout(timer)
        done = undefined
        following = undefined
        void worker.terminate()
      }
    })

    worker.on("message", (answer: Answer) => {
      if (!alive) return
      switch (answer.kind) {
        case "ready":
          ready = true
          clearTimeout(timer)
          worker.unref()
          return resolve(thread(answer.tasks))
        case "piece":
          parts ??= assembly()
          parts.add(answer.piece)
          // In the next turn of the event loop, so that other work is done between two pieces.
          setImmediate(() => {
            if (alive) send({ kind: "next" })
          })
          return
        case "whole":
          return finish({ kind: "done", output: parts?.value() })
        default:
          return finish(answer)
      }
    })
    worker.on("error", end)
    worker.on("exit", (code) => end(new Error(`the worker thread ended with code ${code}`)))
  })
