/** How long another caller waits: a thread that sends a server the same small request over and over. */
import { once } from "node:events"
import { parentPort, Worker, workerData } from "node:worker_threads"

interface Asked {
  readonly url: string
  readonly token: string
  /** The body to post as JSON. The request is a GET without it. */
  readonly posted?: string
}

/** Milliseconds between two requests. */
const pause = 5

const ask = async ({ posted, token, url }: Asked): Promise<number> => {
  const started = performance.now()
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const response = await fetch(url, { headers, ...(posted !== undefined && { method: "POST", body: posted }) })
  await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}

/** Asks until it is stopped. */
export interface Waits {
  /** The longest answer since the last time, in milliseconds. */
  readonly longest: () => Promise<number>
  readonly stop: () => Promise<unknown>
}

/** Starts to ask. */
export const start = (asked: Asked): Waits => {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked })
  return {
    longest: async () => {
      const told = once(worker, "message")
      worker.postMessage("longest")
      return Number((await told)[0])
    },
    stop: () => worker.terminate()
  }
}

const port = parentPort
if (port !== null) {
  let longest = 0
  let done = Promise.resolve(0)
  port.on("message", () => {
    void done.then(() => {
      port.postMessage(longest)
      longest = 0
    })
  })
  for (;;) {
    done = ask(workerData as Asked)
    longest = Math.max(longest, await done)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
