/** Documents whose words are too wide for the cells, lists, hints and columns that they stand in. */
import { FastCheck as fc } from "effect"
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
    "\t",
    "<kbd>Ctrl+Shift+Meta+PageDown</kbd>",
    "H<sub>internationalization</sub>",
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

const tagged = (name: string, text: string, options = ""): string =>
  `{% ${name}${options} %}\n${text}\n{% end${name} %}`

/** Columns, tabs or steps: a tag that has tags of another name. */
const parted = (outer: string, inner: string, parts: ReadonlyArray<string>, options = ""): string =>
  tagged(outer, parts.map((part) => tagged(inner, part, options)).join("\n"))

const indented = (text: string, by = "  "): string => text.replaceAll("\n", `\n${by}`)

const code = fc
  .tuple(
    fc.array(phrase, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "json", "ts"),
    fc.constantFrom("", ' title="packages/node/src/configuration/SomeVeryLongFileName.ts"', ' lineNumbers="true"')
  )
  .map(([lines, language, options]) => {
    const fence = `\`\`\`${language}\n\n${lines.join("\n\t\tindented ")}\n\t{"organizationIdentifier":"0123456789abcdef0123456789"}\n\`\`\``
    return options === "" ? fence : tagged("code", fence, options)
  })

const operation = tagged(
  "swagger",
  tagged(
    "swagger-parameter",
    "Whose.",
    ' in="path" name="organizationIdentifierOfTheWholeThing" type="string" required="true"'
  ),
  ' method="delete" path="/organizations/{organizationId}/members/{memberId}/roles/{roleId}" summary="Take a role"'
)

const leaf = fc.oneof(
  { weight: 3, arbitrary: phrase },
  code,
  phrase.map((text) => `- [ ] ${text}\n- [x] second`),
  phrase.map((text) => `<figure><img src="https://example.com/x.png" alt=""><figcaption>${text}</figcaption></figure>`),
  fc.constantFrom(
    "$$\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} \\foo{y}$$",
    "$$\\int_0^1 a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t \\, dx$$",
    '{% embed url="https://example.com/a/long/address/of/something/that/only/a/screen/can/show" %}',
    operation
  )
)

/** Blocks inside of blocks, as deep as requested. */
const blockOf = (depth: number): fc.Arbitrary<string> => {
  const inner = depth === 0 ? leaf : fc.oneof(leaf, blockOf(depth - 1))
  const two = fc.tuple(inner, inner)
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 2, arbitrary: tableOf(depth === 0 ? 4 : 8) },
    {
      weight: 4,
      arbitrary: fc
        .integer({ min: 1, max: 3 })
        .chain((columns) =>
          fc.array(fc.array(inner, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 2 })
        )
        .map((rows) => {
          const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>\n\n${cell}\n\n</td>`).join("")}</tr>`)
          return `<table>${lines.join("")}</table>`
        })
    },
    two.map(([first, second]) => `- ${indented(first)}\n- ${indented(second)}`),
    inner.map((text) => `> ${indented(text, "> ")}`),
    inner.map((text) => tagged("hint", text, ' style="info"')),
    two.map((parts) => parted("columns", "column", parts)),
    two.map((parts) => parted("stepper", "step", parts)),
    fc.tuple(inner, phrase).map(([text, title]) => parted("tabs", "tab", [text], ` title="${title}"`)),
    fc.tuple(inner, phrase).map(([text, title]) => `<details>\n\n<summary>${title}</summary>\n\n${text}\n\n</details>`)
  )
}

const block = fc.oneof(
  { weight: 3, arbitrary: tableOf(16) },
  { weight: 6, arbitrary: blockOf(2) },
  phrase.map((text) => `## ${text}`)
)

/** A document of a few pages of such words. */
export const hostileDocument = fc
  .tuple(
    fc.array(fc.record({ title: phrase, blocks: fc.array(block, { maxLength: 5 }) }), { minLength: 1, maxLength: 3 }),
    fc.boolean()
  )
  .map(([pages, numbered]) =>
    documentOf(
      pages.map(({ blocks, title }, index) => page(`p${index}`, blocks.join("\n\n"), { title, depth: index % 2 })),
      { title: "Header gjpqy", contentsDepth: 3 },
      { numbered }
    )
  )
