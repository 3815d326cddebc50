/** Starts processes for its parent, and passes messages between them. Ends with its parent, and so do they. */
import type { Serializable } from "node:child_process"
import { type End, forked, type Started } from "./Forking.js"

/** An order of the parent about the process with a number. */
export type Order = { readonly id: number } & (
  | { readonly program: string }
  | { readonly message: Serializable }
  | { readonly kill: true }
)

/** An event of the process with a number. */
export type News = { readonly id: number } & (
  | { readonly message: Serializable }
  | { readonly error: string }
  | { readonly end: End }
)

const running = new Map<number, Started>()

const tell = (news: News): void => void process.send?.(news)

const begin = (id: number, program: string): void => {
  running.set(
    id,
    forked(program, {
      message: (message) => tell({ id, message }),
      error: (error) => tell({ id, error: String(error) }),
      end: (end) => {
        running.delete(id)
        tell({ id, end })
      }
    })
  )
}

process.on("message", (order: Order) => {
  if ("program" in order) begin(order.id, order.program)
  else if ("message" in order) running.get(order.id)?.send(order.message, () => undefined)
  else running.get(order.id)?.kill()
})

// A terminal interrupts all processes together; the parent decides when it is over.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined)

process.once("disconnect", () => {
  for (const each of running.values()) each.kill()
  process.exit(0)
})
