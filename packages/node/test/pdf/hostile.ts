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
