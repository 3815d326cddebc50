/** Texts with more places to break, and more words and signs, than Typst replaces in one run of text. */
import { typeset } from "@lectern/node/pdf/Typeset"
import { expect, it } from "vitest"
import { documentOf, page, read } from "./reading.js"

/** Over 512 replacements, after which Typst gives up. */
const many = 520

const crowded = {
  "signs that part names": "a_b",
  words: "words ",
  "words in bold and links": "**words** [links](#a) "
} as const

const lines = {
  "long lines": `${"a".repeat(60)}_${"b".repeat(60)}\n`,
  "pictures in a line": "😀 "
} as const

const narrow = (text: string): string => {
  const others = Array.from({ length: 5 }, () => "pneumonoultramicroscopicsilicovolcanoconiosis")
  return `| ${["a", ...others].join(" | ")} |\n|${"--|".repeat(6)}\n| ${[text, ...others].join(" | ")} |`
}

const places: Readonly<Record<string, (text: string) => string>> = {
  "a paragraph": (text) => text,
  "a narrow cell": narrow,
  "a note": (text) => `Text[^1].\n\n[^1]: ${text}`,
  "a title": (text) => `{% tabs %}\n{% tab title="${text}" %}\nText\n{% endtab %}\n{% endtabs %}`
}
const inCode: typeof places = {
  code: (text) => `\`\`\`\n${text}\n\`\`\``,
  "numbered code": (text) => `{% code lineNumbers="true" %}\n\`\`\`\n${text}\n\`\`\`\n{% endcode %}`
}

const cases = [
  ...Object.entries(places).map(([name, place]) => [name, place, crowded] as const),
  ...Object.entries(inCode).map(([name, place]) => [name, place, { ...crowded, ...lines }] as const)
]

it.each(cases)("%s is set, however much there is to break in it", async (_, place, texts) => {
  const pages = Object.entries(texts).map(([title, text]) => page(title, place(text.repeat(many).trim())))
  const { sheets } = await read(typeset(documentOf(pages)).pdf)
  const letters = sheets.join("").replaceAll(/\s/g, "")
  expect(letters.split("words").length).toBeGreaterThan(2 * many)
})
