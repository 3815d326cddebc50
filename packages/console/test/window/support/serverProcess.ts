/** A server that can be killed, and started again on the same workspace and the same port. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { WorkspaceStorage } from "@lectern/core/Lectern"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { buildSync } from "esbuild"
import { serve } from "./served.js"
import { makeWorld, type World } from "./world.js"

/** A server as a process, with the people of its workspace. */
export interface ServerProcess {
  readonly world: World
  /** Ends it without a warning, as a power failure of the process. */
  readonly kill: () => Promise<void>
  /** Starts it again after it was killed. */
  readonly start: () => Promise<void>
  /** Ends it, and deletes the file that was made for it. */
  readonly close: () => Promise<void>
}

let programs = 0

/** Bundles the program as a whole, so that it starts immediately, to where Node finds the addons. */
const bundle = (): string => {
  const folder = join(import.meta.dirname, "../../../../../node_modules/.cache")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `console-server-${process.pid}-${programs++}.mjs`)
  buildSync({
    entryPoints: [join(import.meta.dirname, "serverProgram.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: [
      "better-sqlite3",
      "@node-rs/argon2",
      "@myriaddreamin/typst-ts-node-compiler",
      "@resvg/resvg-wasm",
      "pg-native"
    ],
    banner: {
      js: 'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url)'
    },
    logLevel: "error"
  })
  return outfile
}

/** Starts servers on a workspace, each at an address of its own. */
const startOn = async (where: string, storage: WorkspaceStorage, people?: World): Promise<ServerProcess> => {
  const program = bundle()
  const first = await serve(storage)
  const world = people === undefined ? await makeWorld(first) : { ...people, base: first.base }
  await first.close()
  const { port } = new URL(world.base)
  let child: ChildProcess | undefined
  const start = async () => {
    const started = fork(program, [where, port], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
    child = started
    await new Promise<void>((resolve, reject) => {
      started.once("message", () => resolve())
      started.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
    })
  }
  const kill = async () => {
    const ended = child && once(child, "exit")
    child?.kill("SIGKILL")
    await ended
    child = undefined
  }
  await start()
  return {
    world,
    start,
    kill,
    close: async () => {
      await kill()
      rmSync(program, { force: true })
    }
  }
}

/** Makes a workspace in a file, and starts a server on it. */
export const startProcess = async (): Promise<ServerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-"))
  const filename = join(folder, "lectern.db")
  const server = await startOn(filename, SqliteStorage.open({ filename }))
  return {
    ...server,
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Makes a workspace in a database of PostgreSQL, and starts two servers on it. */
export const startTwoProcesses = async (url: string): Promise<readonly [ServerProcess, ServerProcess]> => {
  const storage = PostgresStorage.open({ url, connections: 4 })
  const one = await startOn(url, storage)
  return [one, await startOn(url, storage, one.world)]
}
