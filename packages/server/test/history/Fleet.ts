/** Several servers on one database, and the failures that they may meet. */
import type { LiveUpdate } from "@lectern/core/live-texts/LiveText"
import { type Running, run, temporaryFolder } from "../program.js"
import { type Database, startDatabase } from "./Database.js"

/** The answer to a call: none was sent when nobody listened, and it is lost when the connection ended before it. */
export type Answer =
  | { readonly kind: "answer"; readonly status: number; readonly body: Body }
  | { readonly kind: "unsent" | "lost"; readonly message: string }

/** The body of an answer, as far as clients look into it. */
export interface Body {
  readonly id: string
  readonly documentId?: string
  readonly version: number
  readonly client: string
  readonly updates: ReadonlyArray<LiveUpdate>
  readonly title: string
  readonly markdown?: string
  readonly token: string
  readonly apiToken: { readonly id: string; readonly user: { readonly id: string } }
  readonly revision: string
  readonly result: string
  readonly status: string
  readonly parents: ReadonlyArray<string>
  readonly pages: ReadonlyArray<Body>
  readonly items: ReadonlyArray<Body>
  readonly next: { readonly after: string }
  readonly changes: ReadonlyArray<{ readonly page: Body }>
  readonly error: { readonly message: string }
}

/** A call of the API. */
export interface Request {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The servers, by their numbers from 0. */
export interface Fleet {
  readonly database: Database
  readonly dataDir: string
  readonly count: number
  /** The output of servers that ended although nobody stopped them. */
  readonly crashes: ReadonlyArray<string>
  readonly call: (server: number, request: Request) => Promise<Answer>
  /** Starts a server that has ended. */
  readonly start: (server: number) => Promise<void>
  readonly kill: (server: number) => Promise<void>
  /** Starts a server of this program in the place of another, which is then stopped, and returns its exit code. */
  readonly replace: (server: number) => Promise<number | null>
  readonly pause: (server: number) => void
  readonly resume: (server: number) => void
  readonly stop: () => Promise<void>
}

const administrator = "token-of-the-administrator"

interface Slot {
  readonly base: string
  readonly running: Running
  isStopped: boolean
}

/** Stops a server, and returns its exit code. */
const stopped = async (slot: Slot, signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
  slot.isStopped = true
  slot.running.process.kill(signal)
  return (await slot.running.finished).code
}

/** Starts a database and so many servers on it, of the program in a file or of this one. */
export const startFleet = async (count: number, program?: string): Promise<Fleet> => {
  const database = await startDatabase()
  const [dataDir, remove] = temporaryFolder()
  let calls = 0
  const env = {
    LECTERN_ADMIN_TOKEN: administrator,
    LECTERN_DATABASE_URL: database.url,
    LECTERN_FETCH_ALLOW: "127.0.0.0/8",
    LECTERN_TOKEN_RATE: "0",
    LECTERN_ACCOUNT_RATE: "0",
    LECTERN_ADDRESS_RATE: "0",
    LECTERN_TOKEN_COST_RATE: "0",
    LECTERN_ACCOUNT_COST_RATE: "0",
    LECTERN_ADDRESS_COST_RATE: "0",
    LECTERN_SITE_COST_RATE: "0",
    LECTERN_TRUSTED_PROXIES: "127.0.0.0/8"
  }
  const slots: Array<Slot> = []
  const crashes: Array<string> = []
  const launch = async (file?: string): Promise<Slot> => {
    const running = run(["start", "--port", "0", "--data-dir", dataDir, "--import-docs", "none"], {
      env,
      program: file
    })
    const [, base = ""] = /Lectern serves (\S+)\n/.exec(await running.until(/Lectern serves \S+\n/)) ?? []
    const slot: Slot = { base, running, isStopped: false }
    void running.finished.then(({ code, stderr }) => {
      if (!slot.isStopped) crashes.push(`a server ended with ${code}: ${stderr.slice(-2_000)}`)
    })
    return slot
  }
  const start = async (server: number, file?: string): Promise<void> => {
    slots[server] = await launch(file)
  }
  const slotOf = (server: number): Slot => slots[server % count]!
  const call: Fleet["call"] = async (server, request) => {
    const { body, headers, method, path, token = administrator } = request
    const { base } = slotOf(server)
    try {
      const response = await fetch(`${base}/v1/${path}`, {
        method,
        // A server may close a connection that is kept open just when it is used again.
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          connection: "close",
          // Tokens that were revoked are tried all the time, which an address may do only so often.
          "x-forwarded-for": `10.${calls >> 16}.${(calls >> 8) & 255}.${calls++ & 255}`,
          ...headers
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return { kind: "answer", status: response.status, body: text === "" ? {} : JSON.parse(text) }
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
      if (code !== "ECONNREFUSED") return { kind: "lost", message: `${error} ${code}` }
      // As a proxy does whose server has been replaced just now.
      if (slotOf(server).base !== base) return call(server, request)
      return { kind: "unsent", message: `${error} ${code}` }
    }
  }
  await start(0, program)
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => start(i + 1, program)))
  return {
    database,
    dataDir,
    count,
    crashes,
    start: (server) => start(server),
    call,
    kill: async (server) => void (await stopped(slotOf(server), "SIGKILL")),
    replace: async (server) => {
      const replaced = slotOf(server)
      await start(server)
      return stopped(replaced, "SIGTERM")
    },
    pause: (server) => void slotOf(server).running.process.kill("SIGSTOP"),
    resume: (server) => void slotOf(server).running.process.kill("SIGCONT"),
    stop: async () => {
      await Promise.all(slots.map((slot) => stopped(slot, "SIGKILL")))
      await database.stop()
      remove()
    }
  }
}
