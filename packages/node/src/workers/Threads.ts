/** A pool of worker threads, and its queue of jobs. */
import * as FairQueue from "./FairQueue.js"
import * as WorkerThread from "./WorkerThread.js"

/** The outcome of a job; `unavailable` if no thread can run it, because none starts or none has the task. */
export type Settlement = WorkerThread.Outcome | { readonly kind: "unavailable"; readonly cause: unknown }

/** A job that is waiting or running. */
export interface Job extends FairQueue.Queued {
  readonly task: string
  readonly input: unknown
  readonly settle: (settlement: Settlement) => void
}

/** The options of the threads. */
export interface ThreadsOptions extends WorkerThread.ThreadLimits {
  readonly program: URL
  /** The maximum number of threads. */
  readonly size: number
  /** The time after which an idle thread ends, in milliseconds. */
  readonly idle: number
}

/** Threads that do jobs. */
export interface Threads {
  readonly add: (job: Job) => void
  /** Cancels a job, which is then never settled. A running one ends with its thread. */
  readonly cancel: (job: Job) => void
  readonly close: () => void
  /** The number of waiting jobs, and of running ones. */
  readonly waiting: () => number
  readonly running: () => number
}

const closing: Settlement = { kind: "died", cause: new Error("the worker threads are closed") }

/** The place of a thread: starting, running a job, or idle. */
interface Slot {
  thread?: WorkerThread.WorkerThread
  job?: Job | undefined
  idle?: ReturnType<typeof setTimeout>
}

/** Threads that start when there is something to do. */
export const make = ({ idle, program, size, ...limits }: ThreadsOptions): Threads => {
  const queue = FairQueue.make<Job>()
  const slots = new Set<Slot>()
  const died = new Set<Job>()
  let closed = false

  const stop = (slot: Slot): void => {
    clearTimeout(slot.idle)
    slots.delete(slot)
    slot.thread?.stop()
  }
  const settleAll = (settlement: Settlement): void => {
    for (let job = queue.take(() => true); job !== undefined; job = queue.take(() => true)) job.settle(settlement)
  }

  /** Whether a caller may get a thread: at most half of them, so that others find a free one. */
  const may = (caller: string): boolean => {
    let own = 0
    for (const { job } of slots) if (job?.caller === caller) own++
    return own < Math.ceil(size / 2)
  }

  const settled = (slot: Slot, job: Job, outcome: WorkerThread.Outcome): void => {
    if (outcome.kind === "limit" || outcome.kind === "died") slots.delete(slot)
    else rest(slot)
    const again = outcome.kind === "died" && !died.delete(job)
    if (again) {
      died.add(job)
      queue.add(job)
    } else {
      died.delete(job)
      job.settle(outcome)
    }
    next()
  }

  const run = (slot: Slot, thread: WorkerThread.WorkerThread, job: Job): void => {
    if (thread.tasks.has(job.task)) {
      thread.run(job.task, job.input, (outcome) => settled(slot, job, outcome))
      return
    }
    rest(slot)
    job.settle({ kind: "unavailable", cause: new Error(`${program.href} has no task ${job.task}`) })
    next()
  }

  const rest = (slot: Slot): void => {
    slot.job = undefined
    slot.idle = setTimeout(() => stop(slot), idle)
    slot.idle.unref()
  }

  const start = (slot: Slot): void => {
    slots.add(slot)
    WorkerThread.start(program, limits, () => stop(slot)).then(
      (thread) => {
        slot.thread = thread
        if (closed || !slots.has(slot)) thread.stop()
        else if (slot.job === undefined) {
          rest(slot)
          next()
        } else run(slot, thread, slot.job)
      },
      (cause: unknown) => {
        slots.delete(slot)
        slot.job?.settle({ kind: "unavailable", cause })
        settleAll({ kind: "unavailable", cause })
      }
    )
  }

  /** Assigns waiting jobs to a free thread, or to a new one if the limit allows. */
  const next = (): void => {
    for (;;) {
      const free = [...slots].find(({ job, thread }) => job === undefined && thread !== undefined)
      if (closed || (free === undefined && slots.size >= size)) return
      const job = queue.take(may)
      if (job === undefined) return
      if (free?.thread === undefined) start({ job })
      else {
        clearTimeout(free.idle)
        free.job = job
        run(free, free.thread, job)
      }
    }
  }

  return {
    add: (job) => {
      if (closed) return job.settle(closing)
      queue.add(job)
      next()
    },
    cancel: (job) => {
      died.delete(job)
      if (queue.remove(job)) return
      for (const slot of slots) {
        if (slot.job !== job) continue
        slot.job = undefined
        if (slot.thread !== undefined) stop(slot)
      }
      next()
    },
    close: () => {
      closed = true
      for (const slot of slots) {
        stop(slot)
        slot.job?.settle(closing)
      }
      settleAll(closing)
    },
    waiting: queue.size,
    running: () => [...slots].filter(({ job }) => job !== undefined).length
  }
}
