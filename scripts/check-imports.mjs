/** Fails where a package imports what it must not, or where modules import each other in a circle. */
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { check } from "./lib/imports.mjs"

const problems = check(dirname(dirname(fileURLToPath(import.meta.url))))
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? "imports: no forbidden and no circular ones" : `imports: ${problems.length} problems`
)
process.exitCode = problems.length === 0 ? 0 : 1
