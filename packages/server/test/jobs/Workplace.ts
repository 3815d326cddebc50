/** A folder with a workspace that servers come and go on, and the calls that its administrator makes. */
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { expect } from "vitest"
import { startServerHere } from "../inProcess.js"
import { type Finished, type Running, run, temporaryFolder } from "../program.js"
import { damagesIn } from "../whole.js"

/** The body of an answer, as far as these tests look into it. */
export interface Answered {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly processingState: string
  readonly lastVersion: string
  readonly items: ReadonlyArray<Answered>
  readonly pages?: ReadonlyArray<Answered>
  readonly progress: { readonly read: number }
  readonly result: { readonly revision: string }
}

/** The answer to a call. */
export interface Answer {
  readonly status: number
  readonly body: Answered
}

/** Calls the API of a server. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>
) => Promise<Answer>

/** A server that answers. */
export interface Server {
  readonly call: Call
  /** Asks it to stop and waits for its end. */
  readonly stop: () => Promise<Finished>
}

/** A folder of a test, and the processes that run on it. */
export interface Workplace {
  /** Starts a server that can be killed. */
  readonly start: () => Promise<Server & Running>
  /** Starts a server in the process of the tests. */
  readonly startHere: () => Promise<Server>
  /** The id of a new space. */
  readonly space: (call: Call) => Promise<string>
  /** The rows of a query of the workspace's file. */
  readonly rows: <A>(query: string, ...params: Array<string>) => ReadonlyArray<A>
}

/** The token of the administrator. */
export const token = "token-of-the-administrator"

/** Kills a server in a way that it cannot handle. */
export const kill = async (server: Running): Promise<void> => {
  server.process.kill("SIGKILL")
  await server.finished
}

/** Asks again until the answer is as wanted. */
export const until = async <A>(ask: () => A | Promise<A>, wanted: (answer: A) => boolean): Promise<A> => {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await setTimeout(20)
  }
}

/** Calls the API of the server at an address. */
export const callOf =
  (base: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${base}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) }
  }

/**
 * Runs a test in a folder of its own. Processes that it started and did not stop are ended after it, and nothing may be
 * damaged then.
 */
export const withWorkplace = async (test: (place: Workplace) => Promise<void>): Promise<void> => {
  const [folder, remove] = temporaryFolder()
  const ends: Array<() => Promise<unknown>> = []
  const args = ["--import-docs", "none"]
  const env = { LECTERN_FETCH_ALLOW: "127.0.0.0/8", LECTERN_ADMIN_TOKEN: token }
  const place: Workplace = {
    start: async () => {
      const running = run(["start", "--port", "0", "--data-dir", folder, ...args], { env })
      ends.push(() => kill(running))
      const stop = () => {
        running.process.kill("SIGTERM")
        return running.finished
      }
      const [, base = ""] = /Lectern serves (\S+)\n/.exec(await running.until(/Lectern serves \S+\n/)) ?? []
      return { ...running, call: callOf(base), stop }
    },
    startHere: async () => {
      const { base, stop } = await startServerHere(folder, args, env)
      ends.push(stop)
      return { call: callOf(base), stop }
    },
    space: async (call) => {
      const { body } = await call("GET", "orgs")
      const made = await call("POST", `orgs/${body.items[0]?.id}/spaces`, { title: "Imported" })
      expect(made.status).toBe(201)
      return made.body.id
    },
    rows: <A>(query: string, ...params: Array<string>) => {
      const db = new Sqlite(join(folder, "lectern.db"), { readonly: true })
      try {
        return db.prepare<Array<string>, A>(query).all(...params)
      } finally {
        db.close()
      }
    }
  }
  try {
    try {
      await test(place)
    } finally {
      await Promise.all(ends.map((end) => end()))
    }
    expect(await damagesIn(folder)).toEqual([])
  } finally {
    remove()
  }
}
