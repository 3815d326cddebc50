/** Properties of texts for typesetting: break opportunities, direction, and the language of code. */
import type { PdfBlocks, PdfInlines } from "@lectern/core/pdf/PdfDocument"

const longWord = /[^\s\u200b]{31,}/gu

/** Adds zero-width spaces to a text as break opportunities, if its words may be too long for a line. */
export const breakable = (text: string): string =>
  text.length < 31
    ? text
    : text.replaceAll(longWord, (word) =>
        word
          .replaceAll(/([/._\-=&?,:;@\\])(?=[^/._\-=&?,:;@\\])/g, "$1\u200b")
          .replaceAll(/[^\s\u200b]{24}(?=[^\s\u200b]{4})/gu, "$&\u200b")
      )

const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The text of some inlines, with a newline for each break. */
export const plainText = (inlines: PdfInlines): string =>
  inlines
    .map((each) =>
      "text" in each ? each.text : "children" in each ? plainText(each.children) : each.type === "break" ? "\n" : ""
    )
    .join("")

/** The direction of a text, from its first letter. */
export const direction = (inlines: PdfInlines): { readonly rtl?: true } => {
  const first = /\p{L}/u.exec(plainText(inlines))?.[0]
  return first !== undefined && rightToLeft.test(first) ? { rtl: true } : {}
}

/** The direction of blocks, from the first one. */
export const directionOf = ([first]: PdfBlocks): { readonly rtl?: true } =>
  first?.type === "paragraph" ? direction(first.children) : {}

const languages: Readonly<Record<string, string>> = {
  shell: "bash",
  console: "bash",
  shellscript: "bash",
  jsonc: "json",
  json5: "json",
  mdx: "md",
  vue: "html"
}

/** Typst's name for the language of a code block. */
export const languageOf = (language: string): string => {
  const name = language.toLowerCase().replaceAll(/[^\w+#-]/g, "")
  return languages[name] ?? name
}

/** All texts in some data, recursively. */
export const allText = (value: unknown): string => {
  const found: Array<string> = []
  const walk = (part: unknown): void => {
    if (typeof part === "string") found.push(part)
    else if (Array.isArray(part)) for (const each of part) walk(each)
    else if (typeof part === "object" && part !== null && !ArrayBuffer.isView(part)) {
      for (const each of Object.values(part)) walk(each)
    }
  }
  walk(value)
  return found.join("\n")
}
