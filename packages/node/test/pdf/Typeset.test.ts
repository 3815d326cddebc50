import { typeset } from "@lectern/node/pdf/Typeset"
import { describe, expect, it } from "vitest"
import { descriptionsIn, documentOf, page, read } from "./reading.js"

const set = (...pages: Parameters<typeof documentOf>) => read(typeset(documentOf(...pages)).pdf)

const tags = (...lines: ReadonlyArray<string>) => lines.join("\n\n")

it("has a cover, contents with sheet numbers, nested bookmarks and metadata", async () => {
  const found = await set([
    page("Start", "# Start\n\nHello.\n\n## Details\n\nMore.", { type: "document" }),
    page("Below", "Inner text.", { depth: 1 }),
    page("End", "The end.")
  ])
  expect(found.sheets).toHaveLength(4)
  expect(found.sheets[0]).toContain("Handbook")
  expect(found.sheets[0]).toContain("4 March 2026")
  expect(found.sheets[1]).toMatch(/Contents.*Start.* 1 .*Details.* 1 .*Below.* 1 .*End.* 2 /s)
  expect(found.sheets[2]).toContain("Inner text.")
  expect(found.bookmarks).toEqual([
    {
      title: "Start",
      items: [
        { title: "Details", items: [] },
        { title: "Below", items: [] }
      ]
    },
    { title: "End", items: [] }
  ])
  expect(found.info).toMatchObject({ Title: "Handbook", Author: "Acme" })
})

it("has a cover where there are no pages", async () => {
  const { sheets } = await set([])
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toContain("Handbook")
  expect(sheets[0]).not.toContain("r1")
})

it("is the same bytes for the same document", () => {
  const document = documentOf([page("One", "Text with 😀 and $x^2$.")])
  expect(Buffer.compare(typeset(document).pdf, typeset(document).pdf)).toBe(0)
})

it("leads from links to pages and headings of the document, and out of it", async () => {
  const { addresses, jumps } = await set([
    page("One", "[two](/pages/two) [part](/pages/two#part) [gone](/pages/gone) [web](https://example.com/x)"),
    page("Two", "Text.\n\n## Part\n\n[up](#part)")
  ])
  expect(addresses).toEqual(["https://example.com/x"])
  expect(jumps).toEqual([3, 4, 4, 4, 4, 4])
})

it("leads from the types of an operation to the schemas that have a place of their own", async () => {
  const pet = { $ref: "#/components/schemas/Pet" }
  const spec = {
    paths: { "/pets": { post: { requestBody: { content: { "text/plain": { schema: pet } } }, responses: {} } } },
    components: { schemas: { Pet: { properties: { parents: { type: "array", items: pet } } } } }
  }
  const tag = (name: string, what: string) => `{% ${name} spec="api" ${what} %}\n{% end${name} %}`
  const { jumps } = await set(
    [
      page("Operations", tag("openapi-operation", 'path="/pets" method="post"')),
      page("Models", `## Pet\n\n${tag("openapi-schemas", 'schemas="Pet"')}`)
    ],
    {},
    { spec: () => spec }
  )
  expect(jumps).toEqual([3, 4, 4, 4, 4])
})

describe("text that would be something in Typst is text", () => {
  const hostile = [
    '#let x = 1 #read("/etc/passwd") #import "@preview/cetz:0.3.0": *',
    "$ sum $ @reference <label> ~ -- --- ... = heading",
    "` ] } ) \" ' \\ \\u{41} // /* */ #panic()",
    "#eval(sys.inputs) #std.plugin(1) #{ } #[ ]"
  ]
  const escaped = hostile.map((line) => line.replaceAll(/[\\`*_[\]<>&$@#~]/g, "\\$&"))

  it.each(hostile.map((line, index) => [line, escaped[index] ?? ""]))("%s", async (plain, markdown) => {
    const spaceless = (text: string) => text.replaceAll(/\s/g, "")
    const fences = `\`\`\`#let "x\n${plain}\n\`\`\``
    const pages = [
      page(
        "Hostile",
        [
          markdown,
          `## ${markdown}`,
          `- ${markdown}`,
          `| ${markdown.replaceAll("|", "")} |\n|--|\n| x |`,
          fences,
          `{% hint style="#let x = 1" %}\n${markdown}\n{% endhint %}`,
          `{% code title="#read(1)" %}\n${fences}\n{% endcode %}`,
          `[${markdown}](https://example.com/#let)`
        ].join("\n\n"),
        { title: plain, description: plain }
      )
    ]
    const document = documentOf(pages, { title: plain, author: plain, subtitle: plain, removed: [plain] })
    const { text } = await read(typeset(document).pdf)
    expect(spaceless(text).split(spaceless(plain)).length).toBeGreaterThan(12)
  })
})

it("sets lists, tables, quotes, code, hints, tabs, steps, columns, details, footnotes", async () => {
  const { text } = await set([
    page(
      "All",
      tags(
        "- one\n- two\n  1. inner",
        "- [x] done\n- [ ] open",
        "> quoted",
        "| Left | Right |\n|:--|--:|\n| cell | 12 |",
        "```ts\nconst a = 1\n```",
        '{% hint style="danger" %}\nhinted\n{% endhint %}',
        '{% tabs %}\n{% tab title="First tab" %}\nin first\n{% endtab %}\n{% tab title="Second tab" %}\nin second\n{% endtab %}\n{% endtabs %}',
        "{% stepper %}\n{% step %}\nstep one\n{% endstep %}\n{% endstepper %}",
        "{% columns %}\n{% column %}\nleft column\n{% endcolumn %}\n{% column %}\nright column\n{% endcolumn %}\n{% endcolumns %}",
        "<details>\n\n<summary>Summary</summary>\n\nin **details**\n\n</details>",
        "Noted[^1].\n\n[^1]: The note.",
        "<table><tr><td rowspan='2'>tall</td><td>a</td></tr><tr><td>b</td></tr></table>",
        '{% embed url="https://example.com/video" %}'
      )
    )
  ])
  for (const part of [
    ...["one", "inner", "done", "open", "quoted", "Left", "cell", "const a = 1", "Danger", "hinted"],
    ...["First tab", "in first", "Second tab", "in second", "step one", "left column", "right column", "Summary"],
    ...["in details", "The note.", "tall", "https://example.com/video"]
  ]) {
    expect(text).toContain(part)
  }
})

it("repeats the header of a table on every sheet", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => `| row ${index} | value |`).join("\n")
  const { sheets } = await set([page("Table", `| Heading | Value |\n|--|--|\n${rows}`)])
  const body = sheets.slice(1)
  expect(body.length).toBeGreaterThan(2)
  expect(body.every((sheet) => sheet.includes("Heading"))).toBe(true)
})

describe("pictures", () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  )
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")
  const file = (id: string, contentType: string, bytes: Uint8Array) => ({ id, contentType, bytes })

  it("that are broken, of no known kind, or elsewhere are boxes with their description", async () => {
    const { addresses, text } = await set(
      [
        page(
          "P",
          tags(
            "![cut](/files/a)",
            "![page](/files/b)",
            "![far](https://example.com/far.png)",
            "![ok](/files/c)",
            "![moves](/files/d)"
          )
        )
      ],
      {
        files: [
          file("a", "image/png", Buffer.from("\x89PNG\r\n\x1a\n and no more", "latin1")),
          file("b", "image/png", Buffer.from("<html>")),
          file("c", "image/svg+xml", svg),
          file("d", "image/gif", gif)
        ]
      }
    )
    expect(text).toContain("Image: cut")
    expect(text).toContain("Image: page")
    expect(text).toContain("Image: far")
    expect(text).not.toContain("Image: ok")
    expect(text).not.toContain("Image: moves")
    expect(addresses).toEqual(["https://example.com/far.png"])
  })

  it("that name files of the machine show nothing of them", async () => {
    const hostile = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><image xlink:href="file:///etc/passwd" width="9" height="9"/><text y="20">&x;</text></svg>'
    )
    const document = documentOf([page("P", "![shown](/files/a)")], { files: [file("a", "image/svg+xml", hostile)] })
    expect((await read(typeset(document).pdf)).text).toContain("Image: shown")
  })
})

it("sets deep nesting", async () => {
  const quotes = Array.from({ length: 40 }, (_, depth) => `${"> ".repeat(depth + 1)}level ${depth}`).join("\n")
  const lists = Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`).join("\n")
  const { text } = await set([page("Deep", tags(quotes, lists))])
  expect(text).toContain("level 39")
  expect(text).toContain("item 39")
})

it("shows key caps as pictures that can be read out, wherever they stand", async () => {
  const caps = ["1️⃣", "#️⃣", "*️⃣", "🔟", "0\u20e3"]
  const { missing, pdf } = typeset(
    documentOf(
      [page("Keys", tags(`Press ${caps.join(" ")}.`, `| ${caps.join(" | ")} |\n|${"--|".repeat(caps.length)}`))],
      { contentsDepth: 0 }
    )
  )
  expect(missing).toEqual([])
  expect(await descriptionsIn(pdf)).toEqual([...caps, ...caps])
  expect((await read(pdf)).text).toMatch(/Press \s*\./)
})

it("shows key caps in code as pictures, too", async () => {
  const { pdf } = typeset(documentOf([page("Keys", "```\nkeys: 1️⃣ 2️⃣ # * 3\n```")], { contentsDepth: 0 }))
  expect(await descriptionsIn(pdf)).toEqual(["1️⃣", "2️⃣"])
  expect((await read(pdf)).text).toContain("# * 3")
})

it("says which letters have no font, and not on the cover", async () => {
  const { missing, pdf, problems } = typeset(documentOf([page("Thai", "ไทย and 中文 and עברית")]))
  expect(missing).toEqual(["Thai"])
  expect(problems).toEqual(["Letters without a font are shown as boxes: Thai."])
  expect((await read(pdf)).sheets[0]).toBe("Handbook Acme 4 March 2026")
})

it("sets scripts whose fonts are installed", async () => {
  const words = ["中文", "日本語カタカナ", "한국어", "русский", "Ελληνικά"]
  const { text } = await set([page("Scripts", words.join("\n\n"))])
  for (const word of words) expect(text).toContain(word)
})

it("marks changes", async () => {
  const { text } = await set(
    [page("P", "One two three.\n\nNew block.", { before: "One 2 three.\n\nOld block.", change: "edited" })],
    {
      removed: ["Gone page"]
    }
  )
  expect(text.replaceAll(" ", "")).toContain("One2twothree.")
  expect(text).toContain("OldNew block.")
  expect(text).toContain("Removed pages")
  expect(text).toContain("Gone page")
})
