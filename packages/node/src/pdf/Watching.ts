/** Keeps a process within its limits while it works. */
import { Worker } from "node:worker_threads"
import { outOfTime } from "../processes/Processes.js"

/** The limits of a process. */
export interface Limits {
  /** Bytes of memory, including the processes that it starts. */
  readonly memory: number
  /** Milliseconds of processor time, for each part of a document that is typeset in parts. */
  readonly time: number
}

/**
 * The main thread is blocked while Typst works. Therefore another thread watches the memory, the processor time, and
 * whether the parent process still exists. Each message to it restarts the processor time.
 */
const watcher = `
const { parentPort, workerData } = require("node:worker_threads")
const { memory, outOfTime, time } = workerData
const parent = process.ppid
let begun = process.cpuUsage()
parentPort.on("message", () => {
  begun = process.cpuUsage()
})
setInterval(() => {
  const isAlone = process.platform !== "win32" && process.ppid !== parent
  if (process.memoryUsage.rss() > memory || isAlone) process.kill(process.pid, "SIGKILL")
  const { system, user } = process.cpuUsage(begun)
  if (system + user > time * 1000) process.kill(process.pid, outOfTime)
}, 50)
`

/** Starts watching this process; the returned function restarts the processor time. */
export const watched = ({ memory, time }: Limits): Promise<() => void> =>
  new Promise((resolve) => {
    const worker = new Worker(watcher, { eval: true, workerData: { memory, outOfTime, time } })
    worker.once("online", () => resolve(() => worker.postMessage(undefined)))
  })
