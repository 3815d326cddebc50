/** The problems of a folder as a command prints them. */
import type { Problem } from "@lectern/core/git-layout/Folder"
import { expect, it } from "vitest"
import { problemCounts, problemLines } from "../src/workspace/ImportSource.js"

const problem = (line: number, kind?: Problem["kind"]): Problem => ({
  file: "a.md",
  line,
  message: `${kind ?? "wrong"}`,
  severity: "warning",
  ...(kind !== undefined && { kind })
})

it("tells the first dead links and fragments, the number of the others, and everything else", () => {
  const links = [1, 2, 3, 4, 5].map((line) => problem(line, "dead-link"))
  const fragments = [6, 7, 8, 9].map((line) => problem(line, "dead-fragment"))
  const markup = [10, 11, 12, 13, 14].map((line) => problem(line, "not-understood"))
  const all = [...links, problem(20), ...fragments, ...markup, problem(21, "not-taken")]
  expect(problemLines(all)).toEqual([
    "warning: a.md:20: wrong",
    "warning: a.md:1: dead-link",
    "warning: a.md:2: dead-link",
    "warning: a.md:3: dead-link",
    "warning: and 2 dead links more",
    ...[6, 7, 8, 9].map((line) => `warning: a.md:${line}: dead-fragment`),
    "warning: a.md:21: not-taken",
    ...[10, 11, 12, 13, 14].map((line) => `warning: a.md:${line}: not-understood`)
  ])
  expect(problemCounts(all)).toBe(
    "5 dead links, 4 dead fragments, 1 kind of file that is not taken, 5 kinds of markup that are not understood, 1 problem"
  )
  expect(problemCounts([])).toBe("0 problems")
})
