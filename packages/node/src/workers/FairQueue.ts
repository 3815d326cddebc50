/**
 * Fair queueing: callers share by the size of their jobs, so that many large jobs of one caller do not delay a small
 * one of another. Each job gets a tag on arrival: its size added to the last tag of its caller, or to the current
 * virtual time. The job with the smallest tag is next, so every job is eventually served.
 */

/** An entry of a queue. */
export interface Queued {
  readonly caller: string
  readonly size: number
}

/** A queue of jobs. */
export interface FairQueue<J extends Queued> {
  readonly add: (job: J) => void
  /** Takes the next job of a caller for which `may` holds. */
  readonly take: (may: (caller: string) => boolean) => J | undefined
  /** Removes a job; returns whether it was there. */
  readonly remove: (job: J) => boolean
  /** The number of waiting jobs. */
  readonly size: () => number
}

interface Entry<J> {
  readonly job: J
  readonly tag: number
}

/** An empty {@link FairQueue}. */
export const make = <J extends Queued>(): FairQueue<J> => {
  /** The waiting jobs by caller, oldest first. */
  const waiting = new Map<string, Array<Entry<J>>>()
  let reached = 0

  const without = (caller: string, entries: ReadonlyArray<Entry<J>>): void => {
    if (entries.length === 0) waiting.delete(caller)
    else waiting.set(caller, [...entries])
  }

  return {
    add: (job) => {
      const own = waiting.get(job.caller) ?? []
      const entry = { job, tag: (own.at(-1)?.tag ?? reached) + job.size }
      own.push(entry)
      waiting.set(job.caller, own)
    },
    take: (may) => {
      let next: Entry<J> | undefined
      for (const [caller, [first]] of waiting) {
        if (first !== undefined && (next === undefined || first.tag < next.tag) && may(caller)) next = first
      }
      if (next === undefined) return undefined
      reached = Math.max(reached, next.tag)
      const { caller } = next.job
      without(caller, (waiting.get(caller) ?? []).slice(1))
      return next.job
    },
    remove: (job) => {
      const own = waiting.get(job.caller) ?? []
      const rest = own.filter((entry) => entry.job !== job)
      without(job.caller, rest)
      return rest.length < own.length
    },
    size: () => {
      let size = 0
      for (const own of waiting.values()) size += own.length
      return size
    }
  }
}
