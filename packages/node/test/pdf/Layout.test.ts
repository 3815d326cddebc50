import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { hostileDocument } from "./hostile.js"
import { faultsOf, layoutOf, linesOf, type Sheet } from "./layout.js"
import { documentOf, page } from "./reading.js"

it("no text is printed over another, and none leaves its sheet", async () => {
  await fc.assert(
    fc.asyncProperty(hostileDocument, async (document) => {
      const faults = faultsOf(await layoutOf(typeset(document).pdf))
      expect(faults, faults.join("\n")).toEqual([])
    }),
    { numRuns: runs(6), endOnFailure: true }
  )
})

const columnsTable = (count: number, cell: (index: number) => string): string =>
  [cell, () => "--", cell]
    .map((each) => `| ${Array.from({ length: count }, (_, at) => each(at)).join(" | ")} |`)
    .join("\n")

it("lays out the sheets of a document as before", async () => {
  const { pdf } = typeset(
    documentOf(
      [
        page(
          "Overview",
          "# Overview\n\nFirst words.\n\n## Tables\n\n| Name | Value |\n|--|--|\n| `max_connections` | 100 |"
        ),
        page("Wide", `${columnsTable(12, (at) => `Configuration${at}`)}\n\nAfter.`, { depth: 1 }),
        page("Reference", "```\n\n\nafter two blank lines\n```")
      ],
      { version: "2.1", subtitle: "For customers", contentsDepth: 2 },
      { numbered: true }
    )
  )
  const sheets = await layoutOf(pdf)
  expect(
    sheets.map((sheet) => [sheet.width > sheet.height ? "turned" : "upright", ...linesOf(sheet)])
  ).toMatchSnapshot()
})

it("names in the head of a sheet the page that it begins with", async () => {
  const paragraphs = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `Of ${name}: ${at}.`).join("\n\n")
  const sheets = await layoutOf(
    typeset(
      documentOf([
        page("Alpha", paragraphs("Alpha", 60)),
        page("Beta", paragraphs("Beta", 50), { depth: 1 }),
        page("Gamma", paragraphs("Gamma", 2), { depth: 1 }),
        page("Delta", paragraphs("Delta", 2))
      ])
    ).pdf
  )
  const begun = sheets.slice(2).map((sheet) => {
    const [head = "", ...lines] = linesOf(sheet)
    const first = lines.find((line) => line.includes(" Of ")) ?? ""
    return [head.replace(/^\d+: \d+ Handbook \| \d+ (?:Alpha › )?/, ""), /Of (\w+):/.exec(first)?.[1]]
  })
  expect(begun.length).toBeGreaterThan(4)
  for (const [head, first] of begun) expect(head).toBe(first)
})

it("cuts nothing of the letters in the head of a sheet", async () => {
  const [, sheet] = await layoutOf(typeset(documentOf([page("gjpqy ÄÅ", "Words.")], { title: "gjpqy" })).pdf)
  const head = sheet?.boxes.find(({ text }) => text.includes("gjpqy"))
  expect(head?.text).toBe("gjpqy")
  expect((sheet?.height ?? 0) - (head?.top ?? 0)).toBeGreaterThan(8)
})

it("keeps short texts between wide tables with them on turned sheets", async () => {
  const wide = columnsTable(12, (at) => `Configuration${at}`)
  const long = `Many${" words stand between these two".repeat(60)}.`
  const sheets = await layoutOf(
    typeset(
      documentOf([page("Wide", `## One\n\n${wide}\n\nBetween.\n\n## Two\n\n${wide}\n\n${long}\n\n## Three\n\n${wide}`)])
    ).pdf
  )
  const shown = sheets.slice(2).map((sheet) => [
    sheet.width > sheet.height,
    linesOf(sheet)
      .join(" ")
      .match(/Between\.|One|Two|Three|Many/g)
  ])
  expect(shown).toEqual([
    [true, ["One", "Between.", "Two"]],
    [false, ["Many"]],
    [true, ["Three"]]
  ])
})

it("leaves nothing that leads to fields alone at the end of a sheet", async () => {
  const spec = {
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `/${at}`,
        {
          get: {
            responses: {
              429: {
                description: "Too many. ".repeat(at + 1),
                headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } },
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { code: { description: "Kind.", enum: ["a", "b"] } } }
                  },
                  "text/plain": { schema: { type: "string" }, example: "Wait." }
                }
              },
              500: {
                description: "It failed.",
                content: { "application/json": { schema: { type: "object" }, example: { code: "a" } } }
              }
            }
          }
        }
      ])
    )
  }
  const tag = (at: number) =>
    `{% openapi-operation spec="api" path="/${at}" method="get" %}\n{% endopenapi-operation %}`
  const text = Array.from({ length: 60 }, (_, at) => tag(at)).join("\n\n")
  const sheets = await layoutOf(typeset(documentOf([page("API", text)], {}, { spec: () => spec })).pdf)
  expect(sheets.length).toBeGreaterThan(10)
  const last = sheets.slice(1).map((sheet) =>
    linesOf(sheet)
      .at(-2)
      ?.replace(/^\d+: \d+ /, "")
  )
  expect(
    last.filter((line) =>
      /^(?:Headers|Responses|429|500|It failed\.|(?:application\/json|text\/plain).*)$/.test(line ?? "")
    )
  ).toEqual([])
  const first = sheets.slice(1).map((sheet) => linesOf(sheet)[1])
  expect(first.filter((line) => line?.includes("Allowed values"))).toEqual([])
})

it("goes on with many names, one below the other, where there is space", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `\`name-${at}\``)
  const text = ["Text.", ...names, "The end."].join("\n\n")
  const [, first] = await layoutOf(typeset(documentOf([page("Names", text)])).pdf)
  expect(first === undefined ? [] : linesOf(first)).toContainEqual(expect.stringContaining("name-20"))
})

const textsIn = ({ boxes }: Sheet): ReadonlyArray<string> => boxes.map(({ text }) => text)

it("sets what a numbered line of code continues with beside its number, not below it", async () => {
  const text = `{% code lineNumbers="true" %}\n\`\`\`\n${"words ".repeat(40)}\n\nend\n\`\`\`\n{% endcode %}`
  const sheet = (await layoutOf(typeset(documentOf([page("Code", text)])).pdf)).at(-1)!
  const numbers = sheet.boxes.filter(({ left, text }) => left < 110 && /^[123]$/.test(text))
  expect(numbers.map((box) => box.text)).toEqual(["1", "2", "3"])
  const lines = sheet.boxes.filter((box) => /words|end/.test(box.text))
  expect(lines.length).toBeGreaterThan(2)
  expect(Math.min(...lines.map(({ left }) => left))).toBeGreaterThan(Math.max(...numbers.map(({ right }) => right)))
})

it("breaks lines of code before signs that Unicode would keep on the line", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `"${"x".repeat(70 + at)}" }) // end`)
  const text = `\`\`\`ts\n${lines.join("\n")}\n\`\`\``
  const sheet = (await layoutOf(typeset(documentOf([page("Code", text)])).pdf)).at(-1)!
  const margin = 65
  expect(Math.max(...sheet.boxes.map(({ right }) => right))).toBeLessThan(sheet.width - margin)
})

it("sets a quote that runs from right to left beside a bar on its right", async () => {
  const text = "שלום\n\n> שלום"
  const sheet = (await layoutOf(typeset(documentOf([page("Quote", text)])).pdf)).at(-1)!
  const [plain, quoted] = sheet.boxes.filter((box) => /\p{Script=Hebrew}/u.test(box.text)).map(({ right }) => right)
  expect((plain ?? 0) - (quoted ?? 0)).toBeCloseTo(11, 0)
})

it("keeps a title as far from a list of tasks as from any other list", async () => {
  const distance = async (list: string): Promise<number> => {
    const text = `${list}\n\n## Next\n\nWords.`
    const { boxes } = (await layoutOf(typeset(documentOf([page("Lists", text)], { contentsDepth: 0 })).pdf)).at(-1)!
    const bottomOf = (of: string) => boxes.find(({ text }) => text === of)?.bottom ?? Number.NaN
    return bottomOf("last") - bottomOf("Next")
  }
  const [plain, tasks] = [await distance("- first\n- last"), await distance("- [ ] first\n- [x] last")]
  expect(Math.abs(tasks - plain)).toBeLessThan(2)
})

it("keeps short tables and what ends with a colon on the sheet of what follows", async () => {
  const table = "| one | two |\n|--|--|\n| first, row | a text |\n| second | a text |\n| third | a text |"
  const parts = Array.from({ length: 40 }, (_, at) => `${"Words.\n\n".repeat(at % 9)}As follows:\n\n${table}`)
  const sheets = await layoutOf(typeset(documentOf([page("Words", parts.join("\n\n"))])).pdf)
  expect(sheets.length).toBeGreaterThan(6)
  for (const texts of sheets.slice(1).map(textsIn)) {
    const count = (of: string) => texts.filter((text) => text === of).length
    expect([count("second"), count("third"), count("As follows:")]).toEqual(Array(3).fill(count("first, row")))
  }
})

it("wraps no short cell beside long ones", async () => {
  const rows = ["`draft`, `open`", '`scopes: ["read"]`', "100.00 % of 4,269"].map(
    (first) => `| ${first} | ${"many words beside it ".repeat(8)} |`
  )
  const text = ["| state | is |", "|--|--|", ...rows].join("\n")
  const sheet = (await layoutOf(typeset(documentOf([page("Table", text)])).pdf)).at(-1)!
  const tops = (of: RegExp) => sheet.boxes.filter((box) => of.test(box.text)).map(({ bottom }) => Math.round(bottom))
  for (const of of [/^(?:draft|open)$/, /scopes:|"read"/, /100\.00|4,269/]) {
    expect(new Set(tops(of)).size).toBe(1)
  }
})
