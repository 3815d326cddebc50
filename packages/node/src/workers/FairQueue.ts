/**
 * Fair queueing: callers take turns by the size of what they ask for, so that many large jobs of one caller do not hold
 * up a small one of another. Each job gets a tag when it comes: its size after what its caller has waiting, or after
 * what has been done by now. The smallest tag is next, so every job is reached in the end.
 */

/** What waits in a queue. */
export interface Queued {
  readonly caller: string
  readonly size: number
}

/** A queue of jobs. */
export interface FairQueue<J extends Queued> {
  readonly add: (job: J) => void
  /** Takes the next job of a caller that may have one now. */
  readonly take: (may: (caller: string) => boolean) => J | undefined
  /** Takes out a job; whether it was there. */
  readonly remove: (job: J) => boolean
  /** How many jobs wait. */
  readonly size: () => number
}

interface Entry<J> {
  readonly job: J
  readonly tag: number
}

/** An empty {@link FairQueue}. */
export const make = <J extends Queued>(): FairQueue<J> => {
  /** By caller, oldest first. */
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
