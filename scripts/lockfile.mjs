/**
 * Completes `package-lock.json`. npm omits the packages of other platforms if the registry it used does not have them,
 * and `npm ci` then refuses the file. With `--check`, only reports missing packages.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { complete, missingEntries } from "./lib/lockfile.mjs"
import { root } from "./lib/toolchain.mjs"

const file = join(root, "package-lock.json")
const lockfile = JSON.parse(readFileSync(file, "utf8"))
const missing = [...missingEntries(lockfile).keys()]

if (missing.length === 0) console.log("lock file: complete")
else if (process.argv.includes("--check")) {
  console.error(
    `lock file: ${missing.length} entries are missing; run \`node scripts/lockfile.mjs\`\n${missing.join("\n")}`
  )
  process.exitCode = 1
} else {
  writeFileSync(file, `${JSON.stringify(complete(lockfile), null, 2)}\n`)
  console.log(`lock file: added ${missing.length} entries`)
}
