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
  /** Takes the next of all jobs, if `may` holds for it. */
  readonly takeNext: (may: (job: J) => boolean) => J | undefined
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

  const next = (may: (caller: string) => boolean): Entry<J> | undefined => {
    let found: Entry<J> | undefined
    for (const [caller, [first]] of waiting) {
      if (first !== undefined && (found === undefined || first.tag < found.tag) && may(caller)) found = first
    }
    return found
  }
  const leave = (entry: Entry<J> | undefined): J | undefined => {
    if (entry === undefined) return undefined
    reached = Math.max(reached, entry.tag)
    const { caller } = entry.job
    without(caller, (waiting.get(caller) ?? []).slice(1))
    return entry.job
  }

  return {
    add: (job) => {
      const own = waiting.get(job.caller) ?? []
      const entry = { job, tag: (own.at(-1)?.tag ?? reached) + job.size }
      own.push(entry)
      waiting.set(job.caller, own)
    },
    take: (may) => leave(next(may)),
    takeNext: (may) => {
      const entry = next(() => true)
      return entry !== undefined && may(entry.job) ? leave(entry) : undefined
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
