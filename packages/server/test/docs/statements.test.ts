/** Statements of the manual about every thing of a kind are tested. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { pages, root } from "./blocks.js"
import { sentencesOf } from "./sentences.js"
import { statements } from "./statements.js"

/** Why these pages are not looked at. */
const others: Readonly<Record<string, string>> = {
  "docs/decisions.md": "what was decided at a date, and why",
  "docs/performance.md": "what the benchmark does and has measured"
}

/** Words that make a sentence a statement about a whole class of things. */
const universal = /\b(?:every|all|the same|always|never)\b/i

/** Uses of these words that state nothing. "The same" and "all" at the start of a cell mean the cell beside it. */
const idioms =
  /\b(?:at|in|after) all\b|\bat the same time\b|\ball the same\b|(?:^|\| )the same\b|(?:^|\| )all(?= \||$)|\bevery (?:\w+ )?(?:second|minute|hour|day|week)s?\b/gi

/** The row of a table that names its tests itself. */
const namesTests = /(?:packages\/[\w-]+|scripts)\/test\//

const found = pages
  .filter((page) => others[page] === undefined)
  .flatMap((page) =>
    sentencesOf(page).flatMap(({ text, words }) =>
      universal.test(words.replaceAll(idioms, "")) && !namesTests.test(text) ? [{ page, text }] : []
    )
  )

const isOf =
  (page: string, text: string) =>
  ([file, start]: (typeof statements)[number]) =>
    file === page && text.startsWith(start)

describe("the statements of the manual", () => {
  it("about every thing of a kind have a test", () => {
    const unknown = found
      .filter(({ page, text }) => !statements.some(isOf(page, text)))
      .map(
        ({ page, text }) =>
          `${page}: "${text}" says that something holds for every thing of a kind. Add the test that proves it to statements.ts, or write one; reword the sentence if it says less.`
      )
    expect(unknown).toEqual([])
  })

  it("are in the list once, in the order of the files, and name tests that exist", () => {
    const problems = statements.flatMap((statement) => {
      const [file, start, test] = statement
      const count = found.filter(({ page, text }) => isOf(page, text)(statement)).length
      return [
        ...(count === 1
          ? []
          : [`${file}: "${start}" begins ${count} statements: correct or remove it in statements.ts`]),
        ...(existsSync(join(root, test)) ? [] : [`${file}: "${start}": ${test} does not exist`])
      ]
    })
    expect(problems).toEqual([])
    const files = statements.map(([file]) => file)
    expect(files).toEqual(files.toSorted())
  })
})
