/** The inside of a worker thread: runs the tasks that the pool sends it, one at a time. */
import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import type { Task } from "@lectern/core/workers/Workers"
import type { Answer, Order } from "./Messages.js"
import { isLarge, type Piece, pieces } from "./Pieces.js"

const described = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/**
 * Transfers bytes that are an output by themselves to the other thread without a copy; this thread no longer has them.
 */
const handedOver = (answer: Answer): ReadonlyArray<ArrayBuffer> => {
  if (answer.kind !== "done" || !(answer.output instanceof Uint8Array)) return []
  const { buffer, byteLength } = answer.output
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

/** The niceness of a thread, from 0 to 19. */
const niceness = 10

/**
 * Lowers the priority of this thread below that of the thread that answers callers; only Linux has priorities per
 * thread.
 */
const giveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(niceness)
  } catch {
    // Some sandboxes forbid it, and the work is done all the same.
  }
}

/**
 * Makes this thread run tasks for the pool that started it. A custom program calls it with every task that its engine
 * may need, above all those of `@lectern/core/engine/Tasks`.
 * @since 0.1.0
 */
export const serve = (tasks: ReadonlyArray<Task<never, unknown>>): void => {
  const port = parentPort
  if (port === null) throw new Error("serve belongs in a worker thread")
  giveWay()
  const byName = new Map(tasks.map((task) => [task.name, task]))
  let rest: Generator<Piece, void> | undefined

  const send = (answer: Answer): void => port.postMessage(answer, handedOver(answer))
  const sendNext = (): void => {
    const next = rest?.next()
    if (next?.value !== undefined) send({ kind: "piece", piece: next.value })
    else {
      rest = undefined
      send({ kind: "whole" })
    }
  }
  const perform = async ({ input, task }: Extract<Order, { readonly kind: "run" }>): Promise<void> => {
    try {
      const output = await byName.get(task)?.run(input as never)
      if (isLarge(output)) {
        rest = pieces(output)
        sendNext()
      } else send({ kind: "done", output })
    } catch (error) {
      send({ kind: "thrown", error: described(error) })
    }
  }

  port.on("message", (order: Order) => {
    if (order.kind === "run") void perform(order)
    else sendNext()
  })
  send({ kind: "ready", tasks: [...byName.keys()] })
}
