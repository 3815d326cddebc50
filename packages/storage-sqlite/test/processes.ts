/** Starts `worker.ts` in processes of their own, from its source. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, renameSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the worker, whole so that it starts at once, to where Node finds the addon; gives its path. */
const bundle = (): string => {
  const folder = here("../node_modules/.cache")
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/worker.mjs`
  const unfinished = `${folder}/worker-${process.pid}.mjs`
  buildSync({
    entryPoints: [here("worker.ts")],
    outfile: unfinished,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)' },
    logLevel: "error"
  })
  renameSync(unfinished, outfile)
  return outfile
}

const worker = bundle()

/** Starts a worker with these arguments; its standard output and error output are piped. */
export const spawnWorker = (args: ReadonlyArray<string>): ChildProcess =>
  spawn(process.execPath, [worker, ...args], { stdio: ["ignore", "pipe", "pipe"] })
