/** Before all tests: says what this machine lacks, so that the tests that need it are skipped. */
import type { TestProject } from "vitest/node"
import { browserProblem } from "./packages/benchmark/src/browser/Program.js"
import { inCI } from "./packages/storage-testing/src/inCI.js"
import { postgresProblem } from "./packages/storage-testing/src/postgresPrograms.js"

/** Continuous integration must not skip anything. */
export const setup = async (project: TestProject): Promise<void> => {
  const [postgres, browser] = await Promise.all([postgresProblem(), browserProblem()])
  const reached = process.env.LECTERN_TEST_DATABASE_URL === undefined ? postgres : undefined
  const missing = { PostgreSQL: reached, "PostgreSQL from npm": postgres, "a browser": browser }
  for (const [need, problem] of Object.entries(missing)) {
    if (problem === undefined || (need === "PostgreSQL from npm" && reached !== undefined)) continue
    if (inCI) throw new Error(`${need} is missing: ${problem}. With CI set, no test may be skipped for that.`)
    console.log(`Skipping the tests that need ${need}: ${problem}.`)
  }
  project.provide("missing", missing)
}
