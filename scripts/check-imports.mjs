/**
 * Fails if a package has a forbidden import, or uses a wrong specifier; if files import each other in a circle; if a
 * floor imports a higher one; if parsed JSON is cast; if secrets are not compared in constant time; or if `npm pack`
 * would take build info.
 * `npm run generate` corrects wrong specifiers.
 */
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { checkAddresses } from "./lib/addresses.mjs"
import { check } from "./lib/imports.mjs"
import { packsBuildInfo } from "./lib/packing.mjs"
import { checkSecretComparisons } from "./lib/secretComparisons.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const problems = [...check(root), ...checkAddresses(root), ...checkSecretComparisons(root), ...packsBuildInfo()]
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? "imports: no forbidden, no circular and no upward ones"
    : `imports: ${problems.length} problems`
)
process.exitCode = problems.length === 0 ? 0 : 1
