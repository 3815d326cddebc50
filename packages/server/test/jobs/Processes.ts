/** Servers that are processes of their own, on one PostgreSQL database, and a proxy between one of them and the database. */
import { mkdirSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { createDatabase, execute } from "../../../storage-postgres/test/server.js"
import { type Running, run, temporaryFolder } from "../program.js"
import { type Call, callOf, kill, token } from "./Workplace.js"

/** A server of the database. */
export interface Process extends Running {
  readonly base: string
  readonly call: Call
}

/** The servers of one database. */
export interface Processes {
  /** Starts a server that reaches the database by this address, by default its own. */
  readonly start: (role: "all" | "serve" | "work", url?: string) => Promise<Process>
  /** The address of the database. */
  readonly url: string
  /** The rows of a query. */
  readonly rows: (query: string) => Promise<ReadonlyArray<ReadonlyArray<unknown>>>
}

/** Runs a test over an empty database. Its servers are killed after it. */
export const withProcesses = async (test: (processes: Processes) => Promise<void>): Promise<void> => {
  const [folder, remove] = temporaryFolder()
  const started: Array<Running> = []
  const url = await createDatabase("nothing")
  const start: Processes["start"] = async (role, address = url) => {
    const data = join(folder, `data-${started.length}`)
    mkdirSync(data)
    const args = ["start", "--port", "0", "--data-dir", data, "--import-docs", "none", "--role", role]
    const env = {
      LECTERN_DATABASE_URL: address,
      LECTERN_KEY_FILE: join(folder, "keys"),
      LECTERN_ADMIN_TOKEN: token,
      LECTERN_FETCH_ALLOW: "127.0.0.0/8"
    }
    const running = run(args, { env })
    started.push(running)
    const text = await running.until(/Lectern (serves|works) .*\n/)
    const [, base = ""] = /(http:\/\/[^\s/]+)/.exec(text) ?? []
    return { ...running, base, call: callOf(base) }
  }
  try {
    await test({ start, url, rows: (query) => execute(url, query) })
  } finally {
    for (const running of started) running.process.kill("SIGCONT")
    await Promise.all(started.map(kill))
    remove()
  }
}

/** A proxy to the server of a database. */
export interface Proxy {
  /** The address of the database by way of the proxy. */
  readonly url: string
  /** Drops all connections, and refuses others. */
  readonly cut: () => void
  readonly close: () => void
}

/** Starts a proxy to a database whose server listens on a socket of the file system, or on a port. */
export const startProxy = async (url: string): Promise<Proxy> => {
  const to = new URL(url)
  const folder = to.searchParams.get("host")
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const target =
      folder === null ? connect(Number(to.port || 5432), to.hostname) : connect(join(folder, ".s.PGSQL.5432"))
    for (const [one, other] of [
      [client, target],
      [target, client]
    ] as const) {
      open.add(one)
      one.on("error", () => {})
      one.on("close", () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const by = new URL(url)
  by.searchParams.delete("host")
  const user = to.searchParams.get("user") ?? to.username
  by.searchParams.delete("user")
  const { port } = server.address() as AddressInfo
  const cut = (): void => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: `postgres://${user}@127.0.0.1:${port}${by.pathname}${by.search}`,
    cut,
    close: () => {
      cut()
      server.close()
    }
  }
}
