/** A server that can be killed, and started again on the same file and the same port. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
  /** Ends it, and deletes its file. */
  readonly close: () => Promise<void>
}

/** Bundles the program as a whole, so that it starts immediately, to where Node finds the addons. */
const bundle = (): string => {
  const folder = join(import.meta.dirname, "../../../../../node_modules/.cache")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `console-server-${process.pid}.mjs`)
  buildSync({
    entryPoints: [join(import.meta.dirname, "serverProgram.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3", "@node-rs/argon2", "@myriaddreamin/typst-ts-node-compiler", "@resvg/resvg-wasm"],
    banner: {
      js: 'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url)'
    },
    logLevel: "error"
  })
  return outfile
}

/** Makes a workspace in a file, and starts a server on it. */
export const startProcess = async (): Promise<ServerProcess> => {
  const program = bundle()
  const folder = mkdtempSync(join(tmpdir(), "lectern-"))
  const filename = join(folder, "lectern.db")
  const first = await serve(SqliteStorage.open({ filename }))
  const world = await makeWorld(first)
  await first.close()
  const { port } = new URL(world.base)
  let child: ChildProcess | undefined
  const start = async () => {
    const started = fork(program, [filename, port], { stdio: ["ignore", "inherit", "inherit", "ipc"] })
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
      rmSync(folder, { recursive: true, force: true })
      rmSync(program, { force: true })
    }
  }
}
