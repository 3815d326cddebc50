/** Runs the tests of sources that have mutants in them. The plan that `scripts/mutants.mjs` wrote lists them. */
import { readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import { shared } from "../../../packages/testing/src/Shared.js"
import { instrument } from "./mutants.mjs"

const { mutants, root } = JSON.parse(readFileSync(process.env.LECTERN_MUTANTS, "utf8"))
const byFile = new Map()
for (const mutant of mutants) {
  const file = join(root, mutant.file).split(sep).join("/")
  byFile.set(file, [...(byFile.get(file) ?? []), mutant])
}

/** Puts the mutants into their sources, each behind its switch. */
const mutated = {
  name: "mutated",
  enforce: "pre",
  transform: (code, id) => (byFile.has(id) ? { code: instrument(code, byFile.get(id)), map: null } : undefined)
}

export default mergeConfig(
  shared,
  defineConfig({
    root: import.meta.dirname,
    cacheDir: join(root, "node_modules/.vite/mutants"),
    plugins: [mutated],
    test: {
      include: ["start.test.mjs"],
      runner: "./runner.mjs",
      pool: "forks",
      poolOptions: { forks: { singleFork: true } },
      reporters: [],
      passWithNoTests: true
    }
  })
)
