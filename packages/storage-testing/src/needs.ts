/** Needs of tests, besides Node, that not every machine meets. */
import { inject } from "vitest"
import { getCurrentTest } from "vitest/suite"

/**
 * A program that some tests need: a PostgreSQL server that they can reach or start, one that they can start, a browser, or a
 * command that not every machine has.
 */
export type Need = "PostgreSQL" | "PostgreSQL from npm" | "a browser" | "bash" | "curl" | "git" | "prlimit" | "tar"

declare module "vitest" {
  /** Why what tests need is not there, as `Machine.ts` of `packages/testing` has found out. */
  export interface ProvidedContext {
    readonly missing: Readonly<Record<Need, string | undefined>> | undefined
  }
}

const problemOf = (need: Need): string | undefined => inject("missing")?.[need]

/** Whether this machine has it: for `describe.runIf` where a hook needs it, since hooks cannot be skipped. */
export const has = (need: Need): boolean => problemOf(need) === undefined

/** Skips the test that runs unless this machine has it. */
export const needs = (need: Need): void => {
  const problem = problemOf(need)
  if (problem === undefined) return
  const test = getCurrentTest()
  if (test === undefined) throw new Error(`this needs ${need}: ${problem}`)
  test.context.skip(problem)
}
