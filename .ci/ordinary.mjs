/**
 * `node .ci/ordinary.mjs COPY RESULT -- ...`: runs the test files that start PostgreSQL or a browser as a user who is not root
 * and has no home, in a copy of this checkout below a folder that is given to that user. Further arguments are passed to
 * vitest; `RESULT` is its file of results. Of the tests of services over every storage it runs none: they use the same server.
 */
import { spawnSync } from "node:child_process"
import { copyFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { handOver, nobody, startable } from "../packages/storage-testing/dist/nobody.js"
import { testFiles } from "./lib/testFiles.mjs"

const [copy, result, ...more] = process.argv.slice(2)
const services = "packages/core/test/storages.ts"
const reaching = testFiles((_, text) => /\b(needs|has)\("(PostgreSQL|a browser)/.test(text))
const overStorages = new Set(testFiles((file) => file === services))
const files = reaching.filter((file) => !overStorages.has(file))
if (files.length === 0) throw new Error("no test file needs PostgreSQL or a browser")

const folder = dirname(copy)
handOver(folder)
const node = startable(join(dirname(process.execPath), ".."), "bin/node", join(folder, "node"))
const own = join(folder, "results.json")
const { status } = spawnSync(
  join(node, "bin/node"),
  [join(copy, "node_modules/vitest/vitest.mjs"), "run", ...files, ...more, `--outputFile.json=${own}`],
  { ...nobody, cwd: copy, stdio: "inherit", env: { VITEST_MAX_FORKS: "2", ...process.env, HOME: "/nonexistent" } }
)
copyFileSync(own, result)
process.exitCode = status ?? 1
