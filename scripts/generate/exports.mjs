/**
 * Makes the modules of core public that are tagged `@since`: adds them to the `exports` of its manifest. Packages then
 * import these modules by their public addresses. With `--check`, fails if one is missing there.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { fixAddresses } from "../lib/addresses.mjs"
import { modulesToExport, withExports } from "../lib/publicModules.mjs"

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const manifestFile = join(root, "packages/core/package.json")
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"))
const exporting = withExports(manifest, modulesToExport(join(root, "packages/core")))
const missing = Object.keys(exporting.exports).filter((path) => !(path in manifest.exports))

const format = (file) => execFileSync("npx", ["biome", "check", "--write", file], { cwd: root })

if (process.argv.includes("--check")) {
  if (missing.length > 0) {
    console.error(`packages/core/package.json does not export ${missing.join(", ")}: run npm run generate`)
    process.exitCode = 1
  }
} else {
  if (missing.length > 0) {
    writeFileSync(manifestFile, `${JSON.stringify(exporting, null, 2)}\n`)
    format(manifestFile)
  }
  for (const file of fixAddresses(root)) format(file)
}
