/**
 * Parts that the programs of the bench share: the output at the end, and the answer to arguments that are not
 * understood.
 */
import type { Result } from "./Harness.js"
import { recorded } from "./Record.js"
import { table } from "./Report.js"

/** Prints a line for a person who watches. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Prints results as a table or as JSON. */
export const print = (results: ReadonlyArray<Result>, json: boolean): void => {
  process.stdout.write(`${json ? JSON.stringify(recorded(results), undefined, 2) : table(results)}\n`)
}

/** Names the rows that missed their target; the program then exits with 1. */
export const sayMissed = (results: ReadonlyArray<Result>): void => {
  const missed = results.filter(({ met }) => !met)
  if (missed.length === 0) return
  say(`targets missed: ${missed.map(({ row }) => row.name).join(", ")}`)
  process.exitCode = 1
}

/** Runs a program with its parsed command line. If parsing throws, the program exits with 2. */
export const runAsked = async <A>(asked: () => A, usage: string, run: (asked: A) => Promise<void>): Promise<void> => {
  let understood: A
  try {
    understood = asked()
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exitCode = 2
    return
  }
  await run(understood)
}
