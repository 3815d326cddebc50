/**
 * Runs inside a worker thread: runs the tasks that the pool sends, one at a time.
 * @since 0.1.0
 */
import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import type { Task } from "@lectern/core/workers/Workers"
import { type Assembly, assembly } from "./Assembly.js"
import type { Answer, Order } from "./Messages.js"
import { isLarge, memoryOf, type Piece, pieces } from "./Pieces.js"

const described = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The niceness of a thread, from 0 to 19. */
const niceness = 10

/** Lowers the priority of this thread below that of the main thread. Only Linux has priorities per thread. */
const giveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(niceness)
  } catch {
    // Some sandboxes forbid it; the task runs anyway.
  }
}

/**
 * Makes this thread run tasks for the pool that started it, one after another. A custom program passes every task that
 * its engine may need, in particular the tasks of `@lectern/core/engine/Tasks`.
 */
export const serve = (tasks: ReadonlyArray<Task<never, unknown>>): void => {
  const port = parentPort
  if (port === null) throw new Error("serve belongs in a worker thread")
  giveWay()
  const byName = new Map(tasks.map((task) => [task.name, task]))
  let rest: Generator<Piece, void> | undefined
  let input: Assembly | undefined
  const waiting: Array<() => void> = []
  let busy = false

  const send = (answer: Answer): void => port.postMessage(answer, answer.kind === "piece" ? memoryOf(answer.piece) : [])
  const sendNext = (): void => {
    const next = rest?.next()
    if (next?.value !== undefined) send({ kind: "piece", piece: next.value })
    else {
      rest = undefined
      finish({ kind: "whole" })
    }
  }
  const finish = (answer: Answer): void => {
    send(answer)
    busy = false
    begin()
  }
  const begin = (): void => {
    if (busy) return
    const next = waiting.shift()
    if (next === undefined) return
    busy = true
    next()
  }
  const perform = async (task: string, input: unknown): Promise<void> => {
    try {
      const output = await byName.get(task)?.run(input as never)
      if (isLarge(output)) {
        rest = pieces(output, true)
        sendNext()
      } else finish({ kind: "done", output })
    } catch (error) {
      finish({ kind: "thrown", error: described(error) })
    }
  }

  port.on("message", (order: Order) => {
    switch (order.kind) {
      case "piece":
        input ??= assembly()
        return input.add(order.piece)
      case "run": {
        const given = "input" in order ? order.input : input?.value()
        input = undefined
        waiting.push(() => void perform(order.task, given))
        return begin()
      }
      case "next":
        return sendNext()
    }
  })
  send({ kind: "ready", tasks: [...byName.keys()] })
}
