/** `npm test`: installs and builds missing files, then runs every test. Arguments after `--` are passed to vitest. */
import { spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { build, install, main, root } from "./lib/toolchain.mjs"

await main(async () => {
  await install({ forDevelopment: true })
  build()
})
const vitest = join(root, "node_modules/vitest/vitest.mjs")
const result = spawnSync(process.execPath, [vitest, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  // By default, vitest reserves a core for itself, which is half of a machine with two.
  env: { VITEST_MAX_FORKS: String(availableParallelism()), ...process.env }
})
process.exitCode = result.status ?? 1
