/**
 * Fails if a package imports what it must not, or uses a wrong specifier; if modules or folders import each other in a
 * circle; if a layer imports a higher one; if parsed JSON is cast; or if secrets are not compared in constant time.
 * With `--fix`, wrong specifiers are corrected first.
 */
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { checkAddresses, fixAddresses } from "./lib/addresses.mjs"
import { check } from "./lib/imports.mjs"
import { checkLayers } from "./lib/layers.mjs"
import { checkSecretComparisons } from "./lib/secretComparisons.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
if (process.argv.includes("--fix")) for (const file of fixAddresses(root)) console.log(`addresses: changed ${file}`)
const problems = [...check(root), ...checkLayers(root), ...checkAddresses(root), ...checkSecretComparisons(root)]
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? "imports: no forbidden, no circular and no upward ones"
    : `imports: ${problems.length} problems`
)
process.exitCode = problems.length === 0 ? 0 : 1
