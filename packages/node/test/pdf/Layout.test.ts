import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { faultsOf, layoutOf, linesOf } from "./layout.js"
import { documentOf, page } from "./reading.js"

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "gjpqy", "words", "of", "Common", "1,234", "Überraschung") },
  fc.constantFrom(
    "pneumonoultramicroscopicsilicovolcanoconiosis",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "`max_parallel_maintenance_workers`",
    "`GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf`",
    "**internationalization**",
    "[https://example.com/a/long/address?with=a&query=and#more](https://example.com/)",
    "com.example.library.SomeVeryLongClassNameForTests",
    "😀",
    "👩‍💻",
    "1️⃣",
    "🇩🇪",
    "$\\frac{a}{b} + \\unknown{x}$",
    "![A picture with a long description that is elsewhere](https://example.com/x.png)",
    "中文字符很长的一段文字没有空格可以换行",
    "العربية",
    "Ελληνικά"
  )
)
const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "))

const tableOf = (most: number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((columns) =>
      fc
        .array(fc.array(phrase, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 4 })
        .map(([head = [], ...rows]) =>
          [head, head.map(() => "--"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
        )
    )

const table = tableOf(16)

const htmlTable = fc
  .array(fc.array(phrase, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map(
    (rows) =>
      `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>\n\n- ${cell}\n- second\n\n\`\`\`\n${cell}\n\`\`\`\n\n</td>`).join("")}</tr>`).join("")}</table>`
  )

const nested = tableOf(6).map((text) => `- item\n\n  ${text.replaceAll("\n", "\n  ")}`)
const columns = fc
  .tuple(tableOf(4), phrase)
  .map(
    ([left, right]) =>
      `{% columns %}\n{% column %}\n${left}\n{% endcolumn %}\n{% column %}\n${right}\n{% endcolumn %}\n{% endcolumns %}`
  )
const block = fc.oneof(
  { weight: 4, arbitrary: table },
  htmlTable,
  nested,
  columns,
  phrase,
  phrase.map((text) => `## ${text}`),
  phrase.map((text) => `\`\`\`\n\n${text}\n\tindented\n\`\`\``),
  phrase.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  fc.constantFrom(
    "$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\foo{y}$$",
    '{% swagger method="delete" path="/organizations/{organizationId}/members/{memberId}/roles/{roleId}" summary="Take a role" %}\n{% swagger-parameter in="path" name="organizationIdentifierOfTheWholeThing" type="string" required="true" %}\nWhose.\n{% endswagger-parameter %}\n{% endswagger %}'
  )
)

it("no text is printed over another, and none leaves its sheet", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ title: phrase, blocks: fc.array(block, { maxLength: 5 }) }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (pages, numbered) => {
        const sources = pages.map(({ blocks, title }, index) =>
          page(`p${index}`, blocks.join("\n\n"), { title, depth: index % 2 })
        )
        const document = documentOf(sources, { title: "Header gjpqy", contentsDepth: 3 }, { numbered })
        const faults = faultsOf(await layoutOf(typeset(document).pdf))
        expect(faults, faults.join("\n")).toEqual([])
      }
    ),
    { numRuns: runs(6), endOnFailure: true }
  )
}, 60_000)

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
