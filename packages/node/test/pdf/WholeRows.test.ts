/** Where tables are: a short row is on one sheet, a small table too, and only a wide table of its own turns its sheet. */
import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { layoutOf } from "./layout.js"
import { documentOf, page } from "./reading.js"

/** The number of rows, of lines of text before the table, and of words in each cell. */
const table = fc.record({
  rows: fc.integer({ min: 1, max: 30 }),
  before: fc.integer({ min: 0, max: 40 }),
  words: fc.oneof(...[3, 14].map((max) => fc.array(fc.integer({ min: 1, max }), { minLength: 3, maxLength: 3 })))
})

/** A cell whose first and last words name its row. */
const cell = (name: string, words: number): string =>
  [name, ...Array.from({ length: words }, () => "word"), name].join(" ")

it("short rows and small tables are never split between sheets", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(table, { minLength: 2, maxLength: 6 }), async (tables) => {
      const names: Array<ReadonlyArray<string>> = []
      const text = tables.map(({ before, rows, words }, at) => {
        const own = Array.from({ length: rows }, (_, row) => `T${at}R${row}E`)
        names.push(own)
        const lines = own.map((name) => `| ${words.map((count) => cell(name, count)).join(" | ")} |`)
        const paragraphs = Array.from({ length: before }, (_, line) => `Text ${line}.`)
        return [...paragraphs, ["| A | B | C |", "|--|--|--|", ...lines].join("\n")].join("\n\n")
      })
      const sheets = await layoutOf(typeset(documentOf([page("Tables", text.join("\n\n"))])).pdf)
      const shown = sheets.map(({ boxes }) => boxes.map((box) => box.text).join(" "))
      const on = (name: string) => shown.flatMap((words, sheet) => (words.includes(name) ? [sheet] : []))
      for (const [at, own] of names.entries()) {
        for (const name of own) expect([name, on(name).length]).toEqual([name, 1])
        // With its header; cells of up to three words have one line.
        const isSmall = own.length < 8 && tables[at]?.words.every((count) => count <= 3)
        if (isSmall) expect([own[0], new Set(own.flatMap(on)).size]).toEqual([own[0], 1])
      }
    }),
    { numRuns: runs(16), endOnFailure: true }
  )
})

it("a table inside of another block never turns its sheet", async () => {
  const columns = Array.from({ length: 14 }, (_, at) => `Configuration${at}`)
  const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  const wide = [row(columns), row(columns.map(() => "--")), row(columns)]
  const inTag = (open: string, close: string) => [open, "", ...wide, "", close].join("\n")
  const nested: Readonly<Record<string, string>> = {
    list: `- Item\n\n${wide.map((line) => `  ${line}`).join("\n")}`,
    quote: wide.map((line) => `> ${line}`).join("\n"),
    hint: inTag('{% hint style="info" %}', "{% endhint %}"),
    tabs: inTag('{% tabs %}\n{% tab title="One" %}', "{% endtab %}\n{% endtabs %}"),
    steps: inTag("{% stepper %}\n{% step %}", "{% endstep %}\n{% endstepper %}"),
    columns: inTag("{% columns %}\n{% column %}", "{% endcolumn %}\n{% endcolumns %}"),
    details: inTag("<details>\n<summary>More</summary>", "</details>")
  }
  const turned = async (text: string) => {
    const sheets = await layoutOf(typeset(documentOf([page("Wide", text)])).pdf)
    expect(sheets.flatMap(({ boxes }) => boxes.map((box) => box.text.replaceAll("\u200b", ""))).join("")).toContain(
      "Con"
    )
    return sheets.some(({ height, width }) => width > height)
  }
  expect(await turned(wide.join("\n"))).toBe(true)
  for (const [name, text] of Object.entries(nested)) expect([name, await turned(text)]).toEqual([name, false])
})
