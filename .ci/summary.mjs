/**
 * Adds up the tests, the examples and the other failed steps. Arguments: the folder of results, then the names of
 * failed steps.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

const [folder, ...broken] = process.argv.slice(2)
const read = (name) => {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"))
  } catch {
    return undefined
  }
}

const tests = read("tests.json")
const ordinary = read("ordinary.json")
const long = read("long.json")
const properties = read("properties.json")
const examples = read("examples.json")

/** Repeats the failures, since they are buried in the log, and logs are truncated. */
const failuresIn = (run) =>
  (run?.testResults ?? [])
    .filter(({ status }) => status === "failed")
    .flatMap(({ assertionResults, message, name }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed")
      const words = failed.map(({ failureMessages, fullName }) => `${fullName}\n${failureMessages.join("\n")}`)
      return (failed.length === 0 ? [message] : words).map(
        (text) => `${name.replace(/^.*?\/(?=(packages|examples|scripts)\/)/, "")} > ${text}`
      )
    })
const counted = {
  test: failuresIn(tests).length,
  ordinary: failuresIn(ordinary).length,
  long: failuresIn(long).length,
  properties: failuresIn(properties).length,
  examples: examples?.failed ?? 0
}
const runs = [tests, ordinary, long, properties]

for (const failure of runs.flatMap(failuresIn)) console.log(`\nFAILED ${failure.slice(0, 3000)}`)
const passed = runs.reduce((sum, run) => sum + (run?.numPassedTests ?? 0), examples?.passed ?? 0)
const steps = broken.filter((name) => !counted[name])
const failed = Object.values(counted).reduce((sum, count) => sum + count, steps.length)

if (broken.length > 0) console.log(`\nfailed steps: ${broken.join(", ")}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && broken.length === 0 && passed > 0 ? 0 : 1
