/** Starts programs of the tests in processes of their own, from its source. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync, renameSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Bundles a program of the tests as a whole, so that it starts immediately, to where Node finds the addon; returns its
 * path.
 */
export const bundle = (source: string): string => {
  const folder = here("../node_modules/.cache")
  mkdirSync(folder, { recursive: true })
  const outfile = `${folder}/${basename(source, ".ts")}.mjs`
  const unfinished = `${outfile}.${process.pid}.mjs`
  buildSync({
    entryPoints: [here(source)],
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

const worker = bundle("worker.ts")

/** Starts a worker with these arguments; its standard output and error output are piped. */
export const spawnWorker = (args: ReadonlyArray<string>): ChildProcess =>
  spawn(process.execPath, [worker, ...args], { stdio: ["ignore", "pipe", "pipe"] })
