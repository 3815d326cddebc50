/**
 * Reruns the test files that contain properties, with the number of inputs in `LECTERN_RUNS`. These are the files that
 * read it as a number, or import a module that does. Arguments are passed to vitest.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "./lib/project.mjs"
import { testFiles } from "./lib/testFiles.mjs"

const files = testFiles((_, text) => text.includes("LECTERN_RUNS ??"))
if (files.length === 0) throw new Error("no test file reads LECTERN_RUNS")

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const { status } = spawnSync(process.execPath, [vitest, "run", ...files, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { VITEST_MAX_FORKS: "2", ...process.env }
})
process.exitCode = status ?? 1
