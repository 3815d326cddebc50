/** Starts processes from this one. */
import { type ChildProcess, fork, type Serializable } from "node:child_process"

/** How a process ended: like Node's `exit`, with the end of its output on stderr. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly said: string
}

/** Callbacks for a process that sends a message, cannot be used, or ends. */
export interface Listener {
  readonly message: (message: Serializable) => void
  readonly error: (error: Error) => void
  readonly end: (end: End) => void
}

/** A process that was started. */
export interface Started {
  /** Sends a message, and calls a function when it is on its way or cannot be sent. */
  readonly send: (message: Serializable, sent?: (error: Error | null) => void) => void
  readonly kill: () => void
}

/** Starts the program in a file as a process that messages are exchanged with. */
export type Start = (program: string, listener: Listener) => Started

/** The length of the output on stderr that is kept. */
const kept = 2000

/** Options of every process: it has no environment, and messages may contain bytes. */
const options = { serialization: "advanced", env: {} } as const

/**
 * Starts a process as a child of this one. The operating system copies the tables of this process's memory meanwhile,
 * which takes about 60 ms for each gigabyte, so a server starts processes by `Starter` instead.
 */
export const forked: Start = (program, listener) => {
  const child = fork(program, {
    ...options,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--max-old-space-size=768"]
  })
  let said = ""
  child.stderr?.on("data", (data) => {
    said = `${said}${data}`.slice(-kept)
  })
  child.on("message", listener.message)
  child.once("error", listener.error)
  child.once("exit", (code, signal) => listener.end({ code, signal, said }))
  return { send: (message, sent) => child.send(message, sent), kill: () => child.kill("SIGKILL") }
}

/** Starts a process that lives as long as this one and does not keep it alive. */
export const companion = (program: URL): ChildProcess => {
  const child = fork(program, { ...options, stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] })
  child.unref()
  child.channel?.unref()
  return child
}
