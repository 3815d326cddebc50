/** The tests of the program run it in a few files, because loading its thousand modules takes longer than most tests. */
import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

const outdir = join(folder, "node_modules/.cache/program")

/** The file that {@link setup} makes. */
export const bundledProgram = join(outdir, "lectern.mjs")

/** Bundles the sources of the program. */
export const setup = async (): Promise<void> => {
  await rm(outdir, { recursive: true, force: true })
  await build({
    entryPoints: {
      lectern: join(folder, "src/bin.ts"),
      WorkerProgram: join(folder, "src/workspace/WorkerProgram.ts")
    },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What a command does not need stays in files that it does not read, and what it reads is quicker to parse.
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3"],
    // What is bundled of CommonJS asks for `require`.
    banner: { js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);' },
    logLevel: "error"
  })
}
