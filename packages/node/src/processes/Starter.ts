/** Starts processes by a small process with no other work, so that starting one does not block this one. */
import type { ChildProcess } from "node:child_process"
import { programBeside } from "../workers/WorkerPool.js"
import { companion, type Listener, type Start } from "./Forking.js"
import type { News, Order } from "./StarterProcess.js"

const program = programBeside(import.meta.url, "processes", "StarterProcess")

/** The starter, with the listeners of its processes. */
interface Starter {
  readonly child: ChildProcess
  readonly listeners: Map<number, Listener>
}

let current: Starter | undefined
let count = 0

/** Keeps this process alive as long as a started process runs. */
const hold = ({ child, listeners }: Starter): void => {
  if (listeners.size > 0) child.channel?.ref()
  else child.channel?.unref()
}

const begin = (): Starter => {
  const starter: Starter = { child: companion(program), listeners: new Map() }
  const ended = (cause: unknown): void => {
    if (current === starter) current = undefined
    const error = new Error("the process that starts others has ended", { cause })
    for (const each of starter.listeners.values()) each.error(error)
    starter.listeners.clear()
  }
  starter.child.on("message", (news: News) => {
    const listener = starter.listeners.get(news.id)
    if (listener === undefined) return
    if ("message" in news) return listener.message(news.message)
    starter.listeners.delete(news.id)
    hold(starter)
    if ("end" in news) listener.end(news.end)
    else listener.error(new Error(news.error))
  })
  starter.child.once("error", ended)
  starter.child.once("exit", (code, signal) => ended(signal ?? code))
  return starter
}

/**
 * Starts a process by the starter, which is itself started for the first one, and again if it has ended. All processes
 * end with this one.
 */
export const started: Start = (file, listener) => {
  current ??= begin()
  const starter = current
  const id = ++count
  const order = (content: Order, sent: (error: Error | null) => void = () => undefined): void => {
    starter.child.send(content, sent)
  }
  starter.listeners.set(id, listener)
  hold(starter)
  order({ id, program: file })
  return {
    send: (message, sent) => {
      if (starter.listeners.has(id)) order({ id, message }, sent)
      else sent?.(new Error("the process has ended"))
    },
    kill: () => {
      starter.listeners.delete(id)
      hold(starter)
      order({ id, kill: true })
    }
  }
}
