/** The peers, installed in a folder of their own, and their programs. */
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { stopChild } from "../Child.js"
import { ran } from "../Programs.js"

/** How long a server may take until it answers. */
const longestStart = 60_000

/** Copies the peers' programs into a folder, and installs their dependencies if they are missing. */
export const installPeers = async (folder: string, say: (line: string) => void): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  cpSync(fileURLToPath(new URL("../../peers", import.meta.url)), folder, { recursive: true })
  if (existsSync(join(folder, "node_modules", "directus"))) return
  say(`installing the peers in ${folder}; Directus compiles its driver, which takes some minutes...`)
  await ran("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {}, folder)
}

/** The version of an installed package. */
export const versionOf = (folder: string, name: string): string => {
  const read: unknown = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))
  return typeof read === "object" && read !== null ? String(Reflect.get(read, "version")) : ""
}

/** A port that nothing listens at. */
export const freePort: Effect.Effect<number> = Effect.async((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** How a server is started. */
export interface Start {
  /** The program and its arguments, for Node. */
  readonly args: ReadonlyArray<string>
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
  /** An address that answers with success once the server does. */
  readonly ready: string
  /** Headers for that address. */
  readonly headers?: Readonly<Record<string, string>>
}

const answers = async ({ headers = {}, ready }: Start): Promise<boolean> => {
  try {
    return (await fetch(ready, { headers: { ...headers } })).ok
  } catch {
    return false
  }
}

const started = async (start: Start): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [...start.args], {
    cwd: start.folder,
    env: { ...process.env, ...start.environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const stop = () => child.kill()
  process.once("exit", stop)
  child.once("exit", () => process.off("exit", stop))
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = `${printed}${text}`.slice(-4_000)
    })
  }
  const until = performance.now() + longestStart
  while (!(await answers(start))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stopChild(child)
      throw new Error(`${start.args.join(" ")} did not start: ${printed}`)
    }
    await wait(100)
  }
  return child
}

/** Starts a server, which stops when the scope closes, and returns the id of its process. */
export const startPeer = (start: Start) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => started(start)),
      (child) => Effect.promise(() => stopChild(child))
    ),
    ({ pid }) => pid ?? 0
  )
