/** The tests of the program run it in one file, because loading its thousand modules takes longer than most tests. */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const folder = join(dirname(fileURLToPath(import.meta.url)), "..")

/** The file that {@link setup} makes. */
export const bundledProgram = join(folder, "dist/lectern-for-tests.mjs")

/** Bundles the sources of the program. */
export const setup = async (): Promise<void> => {
  await build({
    entryPoints: {
      "lectern-for-tests": join(folder, "src/bin.ts"),
      WorkerProgram: join(folder, "src/workspace/WorkerProgram.ts")
    },
    outdir: join(folder, "dist"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3"],
    // What is bundled of CommonJS asks for `require`.
    banner: { js: 'import { createRequire as r } from "node:module"; const require = r(import.meta.url);' },
    logLevel: "error"
  })
}
