/** The checker's findings in what was typed into live texts, in histories that are as small as possible. */
import { expect, it } from "vitest"
import { wordOf } from "../../../core/test/content/live-texts/ModelClient.js"
import { violationsIn } from "./checker.js"
import type { Event, LastText, Log, Revision, Word, Write } from "./History.js"

/** A text of words. */
const textOf = (...words: ReadonlyArray<number>): string => `# T\n\n${words.map(wordOf).join(" and ")}\n`

/** Revisions with the words of the page that is edited live, and the value of the other page. */
const chainOf = (...all: ReadonlyArray<readonly [words: ReadonlyArray<number>, other: string]>) =>
  all.map(
    ([words, other], i): Revision => ({
      id: `r${i}`,
      parents: i === 0 ? [] : [`r${i - 1}`],
      pages: { live: textOf(...words), p: other }
    })
  )

const word = (at: readonly [number, number], number: number, more: Partial<Word> = {}): Word => ({
  kind: "word",
  space: "s",
  page: "live",
  word: number,
  outcome: "done",
  invoked: at[0],
  completed: at[1],
  ...more
})
const has = (who: string, ...words: ReadonlyArray<number>): LastText => ({
  kind: "text",
  space: "s",
  page: "live",
  who,
  text: textOf(...words),
  invoked: 90,
  completed: 91
})
const log = (client: string, after: number, ...changes: ReadonlyArray<string>): Log => ({
  kind: "log",
  space: "s",
  page: "live",
  client,
  after,
  version: after + changes.length,
  changes,
  invoked: 1,
  completed: 2
})
const write = (at: readonly [number, number], value: string, more: Partial<Write> = {}): Write => ({
  kind: "write",
  space: "s",
  page: "p",
  value,
  outcome: "done",
  invoked: at[0],
  completed: at[1],
  ...more
})

const saved = chainOf([[], "p0"], [[1], "p0"])
const both = chainOf([[], "p0"], [[1], "p0"], [[1], "p1"])
const typed = word([1, 2], 1)

type Case = readonly [what: string, chain: ReadonlyArray<Revision>, events: ReadonlyArray<Event>, found?: RegExp]

const cases: ReadonlyArray<Case> = [
  ["a word that is there", saved, [typed, has("a", 1), has("b", 1)]],
  ["a word that is lost", chainOf([[], "p0"]), [typed, has("a")], /word 1 was acknowledged, and a lacks it/],
  ["a word that is half there", saved, [typed, { ...has("a"), text: "一1" }], /a lacks it/],
  ["a word that is there twice", saved, [typed, has("a", 1, 1)], /a has the word 1 2 times/],
  ["a word whose answer was lost", saved, [word([1, 2], 1, { outcome: "unknown" }), has("a", 1)]],
  ["a word whose answer was lost, twice", saved, [word([1, 2], 1, { outcome: "unknown" }), has("a", 1, 1)], /2 times/],
  ["a word that is nowhere", chainOf([[], "p0"]), [word([1, 2], 1, { outcome: "unknown" }), has("a")]],
  ["a refused word", saved, [word([1, 2], 1, { outcome: "refused" }), has("a", 1)], /1 was refused, and a has it/],
  ["clients with two texts", saved, [typed, has("a", 1), has("b", 1, 2)], /b has another text than a/],
  ["versions that clients agree on", saved, [typed, log("a", 4, "x", "y"), log("b", 5, "y", "z")]],
  [
    "a version that is two changes",
    saved,
    [typed, log("a", 4, "x", "y"), log("b", 5, "z")],
    /b .* change of version 6/
  ],
  [
    "changes of another text",
    saved,
    [typed, { ...has("a", 1), kind: "unfit", client: "b", message: "length" }],
    /b got changes of another text: length/
  ],
  [
    "a version that is left out",
    saved,
    [typed, { ...log("a", 4, "x"), version: 6 }],
    /a got 1 changes from version 4 to 6/
  ],
  ["a write of another page after the word", both, [typed, write([3, 4], "p1", { revision: "r2" }), has("a", 1)]],
  [
    "a write while the word is typed",
    chainOf([[], "p0"], [[], "p1"]),
    [typed, write([1, 4], "p1", { revision: "r1" })]
  ],
  [
    "a write that comes before the word was saved",
    chainOf([[], "p0"], [[], "p1"], [[1], "p1"]),
    [typed, write([3, 4], "p1", { revision: "r1" }), has("a", 1)],
    /the word 1 was acknowledged, and r1 lacks it/
  ],
  ["a whole text without its word", chainOf([[], "p0"]), [word([1, 2], 1, { revision: "r0" })], /and r0 lacks it/],
  ["a write for the revision before the word", both, [typed, write([3, 4], "p1", { revision: "r2", expected: "r0" })]],
  [
    "a write for the revision before a whole text",
    both,
    [word([1, 2], 1, { revision: "r1" }), write([3, 4], "p1", { revision: "r2", expected: "r0" })],
    /p1 was for r0 only, and follows r1/
  ],
  [
    "a write that was refused, as something was saved",
    saved,
    [typed, write([3, 4], "p1", { outcome: "refused", expected: "r0" })]
  ],
  [
    "a change of two pages at once",
    chainOf([[], "p0"], [[1], "p1"]),
    [typed, write([3, 4], "p1", { revision: "r1" })],
    /changes .* which nobody did/
  ]
]

it.each(cases.map((each) => ({ each, what: each[0] })))("$what", ({ each: [, chain, events, found] }) => {
  const violations = violationsIn({ events, spaces: { s: chain } })
  if (found === undefined) expect(violations).toEqual([])
  else expect(violations.filter((each) => found.test(each))).toHaveLength(1)
})
