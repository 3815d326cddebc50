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
  /** The job that the thread has been given already, and will run next. */
  following?: Job | undefined
  /** Whether the following job was cancelled, so that the thread ends instead of running it. */
  ending?: true
  idle?: ReturnType<typeof setTimeout>
}

/**
 * The largest job, in characters, that is given to a thread, or has another one given to it, before it is its turn. A
 * thread need not wait then until this one, which may be busy, gives it the next of many small jobs.
 */
const mostGivenAhead = 65_536

/** Threads that start when there is work for them. */
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

  /** A job leaves a thread, which continues with the next one that it has. */
  const left = (slot: Slot, job: Job): void => {
    if (slot.following === job) slot.following = undefined
    else if (slot.ending === true) stop(slot)
    else if (slot.following === undefined) rest(slot)
    else {
      slot.job = slot.following
      slot.following = undefined
    }
  }
  /** The thread has ended: its next job is left to another thread. */
  const gone = (slot: Slot): void => {
    slots.delete(slot)
    if (slot.following !== undefined) queue.add(slot.following)
    slot.following = undefined
  }

  const settled = (slot: Slot, job: Job, outcome: WorkerThread.Outcome): void => {
    if (outcome.kind === "limit" || outcome.kind === "died") gone(slot)
    else left(slot, job)
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
        } else {
          run(slot, thread, slot.job)
          next()
        }
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
      if (closed) return
      const free = [...slots].find(({ job, thread }) => job === undefined && thread !== undefined)
      const job = free === undefined && slots.size >= size ? undefined : queue.take(may)
      if (job === undefined) {
        giveAhead()
        return
      }
      if (free?.thread === undefined) start({ job })
      else {
        clearTimeout(free.idle)
        free.job = job
        run(free, free.thread, job)
      }
    }
  }

  /** Gives threads that run a small job the next one already, if it is small too, and of the same caller. */
  const giveAhead = (): void => {
    for (const slot of slots) {
      const { ending, following, job, thread } = slot
      if (thread === undefined || job === undefined || following !== undefined || ending === true) continue
      if (job.size > mostGivenAhead) continue
      const next = queue.takeNext(
        ({ caller, size, task }) => caller === job.caller && size <= mostGivenAhead && thread.tasks.has(task)
      )
      if (next === undefined) continue
      slot.following = next
      run(slot, thread, next)
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
        if (slot.following === job) {
          slot.following = undefined
          slot.ending = true
        }
        if (slot.job !== job) continue
        slot.job = undefined
        if (slot.thread === undefined) continue
        stop(slot)
        gone(slot)
      }
      next()
    },
    close: () => {
      closed = true
      for (const slot of slots) {
        stop(slot)
        slot.job?.settle(closing)
        slot.following?.settle(closing)
      }
      settleAll(closing)
    },
    waiting: queue.size,
    running: () => [...slots].filter(({ job }) => job !== undefined).length
  }
}
