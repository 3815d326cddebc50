/**
 * Locks among the transactions of this process. A transaction that waits for another one of the same process waits
 * here, without a database connection, and can be interrupted.
 */
import * as Effect from "effect/Effect"

/** The mode of a lock: shared or exclusive. */
type Mode = "shared" | "exclusive"

interface Waiting {
  readonly mode: Mode
  readonly grant: () => void
}

/** One lock; waiters get it in the order of arrival. */
interface Queue {
  holders: number
  mode: Mode
  readonly waiting: Array<Waiting>
}

/** A lock and how it is held. */
export interface LocalLock {
  readonly key: string
  readonly mode: Mode
}

/** The locks of one process. */
export interface LocalLocks {
  /** Takes locks, in their order; an interruption while waiting leaves nothing behind. */
  readonly take: (locks: ReadonlyArray<LocalLock>) => Effect.Effect<void>
  /** Releases locks. */
  readonly give: (locks: ReadonlyArray<LocalLock>) => void
}

/** Creates locks; none of them is held. */
export const make = (): LocalLocks => {
  const queues = new Map<string, Queue>()

  const isFree = (queue: Queue, mode: Mode): boolean =>
    queue.holders === 0 || (mode === "shared" && queue.mode === "shared")

  const hold = (queue: Queue, mode: Mode): void => {
    queue.holders++
    queue.mode = mode
  }

  /** Grants the lock to the waiters whose turn it is. */
  const advance = (key: string, queue: Queue): void => {
    for (let next = queue.waiting[0]; next !== undefined && isFree(queue, next.mode); next = queue.waiting[0]) {
      queue.waiting.shift()
      hold(queue, next.mode)
      next.grant()
    }
    if (queue.holders === 0) queues.delete(key)
  }

  const giveOne = (key: string): void => {
    const queue = queues.get(key)
    if (queue === undefined) return
    queue.holders--
    advance(key, queue)
  }

  /** Uninterruptible, except where `restore` allows it. */
  const takeOne = ({ key, mode }: LocalLock, restore: <A>(wait: Effect.Effect<A>) => Effect.Effect<A>) =>
    Effect.suspend(() => {
      const queue = queues.get(key) ?? { holders: 0, mode, waiting: [] }
      queues.set(key, queue)
      if (queue.waiting.length === 0 && isFree(queue, mode)) {
        hold(queue, mode)
        return Effect.void
      }
      let held = false
      const wait = Effect.async<void>((resume) => {
        const waiting: Waiting = {
          mode,
          grant: () => {
            held = true
            resume(Effect.void)
          }
        }
        queue.waiting.push(waiting)
        return Effect.sync(() => {
          const at = queue.waiting.indexOf(waiting)
          if (at < 0) return
          queue.waiting.splice(at, 1)
          advance(key, queue)
        })
      })
      return Effect.onInterrupt(restore(wait), () => Effect.sync(() => held && giveOne(key)))
    })

  const give: LocalLocks["give"] = (locks) => {
    for (const { key } of locks) giveOne(key)
  }

  return {
    take: (locks) =>
      Effect.uninterruptibleMask((restore) => {
        const taken: Array<LocalLock> = []
        const takeAll = Effect.forEach(
          locks,
          (lock) => Effect.tap(takeOne(lock, restore), () => Effect.sync(() => taken.push(lock))),
          { discard: true }
        )
        return Effect.onInterrupt(takeAll, () => Effect.sync(() => give(taken)))
      }),
    give
  }
}
