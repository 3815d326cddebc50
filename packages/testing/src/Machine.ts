/** Before all tests: says what this machine lacks, so that the tests that need it are skipped. */
import { spawnSync } from "node:child_process"
import type { TestProject } from "vitest/node"
import { browserProblem } from "../../benchmark/src/browser/Program.js"
import { inCI } from "../../storage-testing/src/inCI.js"
import type { Need } from "../../storage-testing/src/needs.js"
import { postgresProblem } from "../../storage-testing/src/postgresPrograms.js"

/** Why there is no such program, as part of a sentence; or `undefined`. */
const programProblem = (name: string): string | undefined =>
  spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined ? undefined : "it is not installed"

/** Continuous integration must not skip anything. */
export const setup = async (project: TestProject): Promise<void> => {
  const [postgres, browser] = await Promise.all([postgresProblem(), browserProblem()])
  const reached = process.env.LECTERN_TEST_DATABASE_URL === undefined ? postgres : undefined
  const missing: Readonly<Record<Need, string | undefined>> = {
    PostgreSQL: reached,
    "PostgreSQL from npm": postgres,
    "a browser": browser,
    bash: programProblem("bash"),
    curl: programProblem("curl"),
    git: programProblem("git"),
    prlimit: programProblem("prlimit"),
    tar: programProblem("tar")
  }
  for (const [need, problem] of Object.entries(missing)) {
    if (problem === undefined || (need === "PostgreSQL from npm" && reached !== undefined)) continue
    if (inCI) throw new Error(`${need} is missing: ${problem}. With CI set, no test may be skipped for that.`)
    console.log(`Skipping the tests that need ${need}: ${problem}.`)
  }
  project.provide("missing", missing)
}
