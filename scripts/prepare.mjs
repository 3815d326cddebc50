/**
 * Runs after an installation: writes the module that is made from `openapi.json`, and adds Effect's diagnostics to the
 * compiler, if the development tools are installed.
 */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { writeServedDocument } from "./lib/servedDocument.mjs"
import { root } from "./lib/toolchain.mjs"

writeServedDocument()

const manifest = join(root, "node_modules/@effect/tsgo/package.json")
if (existsSync(manifest)) {
  const { bin } = createRequire(import.meta.url)(manifest)
  const program = join(dirname(manifest), typeof bin === "string" ? bin : bin["effect-tsgo"])
  process.exitCode = spawnSync(process.execPath, [program, "patch"], { cwd: root, stdio: "inherit" }).status ?? 1
}
