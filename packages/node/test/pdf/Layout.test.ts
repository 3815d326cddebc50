import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { hostileDocument } from "./hostile.js"
import { faultsOf, layoutOf, linesOf } from "./layout.js"
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
                headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } }
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
  expect(last.filter((line) => line === "Headers" || line === "Responses" || line === "429")).toEqual([])
})
