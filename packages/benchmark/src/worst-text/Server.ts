/** The `lectern` program as a process, with the calls that the bench needs. */
import { type ChildProcess, execFile, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { stopChild } from "../Child.js"
import { tempFolder } from "../TempFolder.js"

const program = fileURLToPath(new URL("../../../server/bin/lectern.mjs", import.meta.url))

/**
 * Runs in the server's main thread. On request, tells its parent how long its event loop was held at most, and the
 * processor time of all of its threads and the processes that it ran. On Linux the first is processor time too, which
 * other programs on the machine do not change; elsewhere it is the time by the clock. The server ends when its parent
 * is gone.
 */
const watcher = `data:text/javascript,${encodeURIComponent(`
import { readdirSync, readFileSync } from "node:fs"
const file = "/proc/self/task/" + process.pid + "/schedstat"
const now = process.platform === "linux" ? () => Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : () => performance.now()
let [last, longest] = [now(), 0]
setInterval(() => {
  const time = now()
  longest = Math.max(longest, time - last)
  last = time
}, 2).unref()
const statOf = (id) => {
  try {
    return readFileSync("/proc/" + id + "/stat", "utf8").split(") ").at(-1).split(" ").map(Number)
  } catch {
    return []
  }
}
const ofEnded = (fields) => ((fields[13] ?? 0) + (fields[14] ?? 0)) * 10
const ofProcesses = () => {
  if (process.platform !== "linux") return 0
  const children = readdirSync("/proc").filter((id) => Number(id) > 0).map(statOf).filter(([, parent]) => parent === process.pid)
  return children.reduce((sum, fields) => sum + ofEnded(fields), ofEnded(statOf("self")))
}
process.on("message", () => {
  const { system, user } = process.cpuUsage()
  process.send({ hold: longest, processor: (system + user) / 1000 + ofProcesses() })
  longest = 0
})
process.once("disconnect", () => process.exit())
process.channel?.unref()
`)}`

/** An answer of the server, its JSON parsed. */
export interface Answered {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
  /** Milliseconds until the answer was complete. */
  readonly time: number
}

/** Runs in a command: prints the processor time that it has used in the end, as the last line of its stderr. */
const meter = `data:text/javascript,${encodeURIComponent(`
process.once("exit", () => {
  const { system, user } = process.cpuUsage()
  process.stderr.write("\\n" + (system + user) / 1000)
})
`)}`

/** The output of a command, how long it took, and its processor time, both in milliseconds. */
export interface Commanded {
  readonly stdout: string
  readonly time: number
  readonly processor: number
}

/** The figures that a server reports about itself, in milliseconds. */
export interface Load {
  /** The longest that the event loop was held since the last time. */
  readonly hold: number
  /** How much of the processor was used since the start. */
  readonly processor: number
}

/** A running server. */
export interface Server {
  readonly address: string
  readonly token: string
  readonly dataDir: string
  /** Sends a request, as the administrator unless another token is given. */
  readonly ask: (method: string, path: string, body?: unknown, token?: string) => Promise<Answered>
  /** Requests a page as a reader, or posts to it; its text is not kept. */
  readonly read: (path: string, body?: unknown) => Promise<Answered>
  readonly load: () => Promise<Load>
  /** Runs a command of the program on the same workspace. */
  readonly command: (...args: ReadonlyArray<string>) => Promise<Commanded>
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ""
    child.stdout?.on("data", (data) => {
      said += String(data)
      const found = /Lectern serves (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.stderr?.on("data", (data) => process.stderr.write(String(data)))
    child.once("exit", () => reject(new Error(`the server ended before it listened: ${said}`)))
  })

const secret = "worst-text-administrator"

/** Starts a server in a new folder, which may import from this machine; it ends with the scope. */
export const server = Effect.flatMap(tempFolder, (folder) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const args = [
          "start",
          "--port",
          "0",
          "--data-dir",
          folder,
          "--fetch-allow",
          "127.0.0.0/8",
          "--import-docs",
          "none"
        ]
        const child = fork(program, args, {
          execArgv: ["--import", watcher, ...(process.env.LECTERN_BENCH_NODE ?? "").split(" ").filter(Boolean)],
          stdio: ["ignore", "pipe", "pipe", "ipc"],
          env: {
            ...process.env,
            LECTERN_ADMIN_TOKEN: secret,
            LECTERN_LOG_LEVEL: "warning",
            // A quick machine sends more than 10,000 requests a minute.
            LECTERN_TOKEN_RATE: "0",
            LECTERN_ACCOUNT_RATE: "0"
          }
        })
        return { child, address: await listening(child) }
      }),
      ({ child }) => Effect.promise(() => stopChild(child))
    ),
    ({ address, child }): Server => ({
      address,
      token: secret,
      dataDir: folder,
      ask: async (method, path, body, token = secret) => {
        const started = performance.now()
        const response = await fetch(`${address}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
        })
        const bytes = await response.arrayBuffer()
        const time = performance.now() - started
        const text = new TextDecoder().decode(bytes)
        if (response.status >= 500) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
        return { status: response.status, body: text === "" ? {} : JSON.parse(text), time }
      },
      read: async (path, body) => {
        const started = performance.now()
        const headers = { "content-type": "application/json", accept: "application/json, text/event-stream, text/html" }
        const sent = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) }
        const response = await fetch(`${address}${path}`, sent)
        await response.arrayBuffer()
        if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
        return { status: response.status, body: {}, time: performance.now() - started }
      },
      load: async () => {
        const told = once(child, "message")
        child.send("load")
        const [message] = await told
        return message as Load
      },
      command: (...args) =>
        new Promise((resolve, reject) => {
          const started = performance.now()
          const given = ["--import", meter, program, ...args, "--data-dir", folder]
          execFile(process.execPath, given, { timeout: 600_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
            if (error !== null) return reject(error)
            const processor = Number(stderr.slice(stderr.lastIndexOf("\n")))
            resolve({ stdout, time: performance.now() - started, processor })
          })
        })
    })
  )
)
