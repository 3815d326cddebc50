/** Texts as they are set: where their lines may break, which way they run, and in which language code is. */
import type { PdfBlocks, PdfInlines } from "@lectern/core/pdf/PdfDocument"

const longWord = /[^\s\u200b]{31,}/gu

/** Gives a line that has no space for long a chance to break, by spaces without width. */
export const breakable = (text: string): string =>
  text.length < 31
    ? text
    : text.replaceAll(longWord, (word) =>
        word
          .replaceAll(/([/._\-=&?,:;@\\])(?=[^/._\-=&?,:;@\\])/g, "$1\u200b")
          .replaceAll(/[^\s\u200b]{24}(?=[^\s\u200b]{4})/gu, "$&\u200b")
      )

const rightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The text of some inlines, with a line break for each break. */
export const plainText = (inlines: PdfInlines): string =>
  inlines
    .map((each) =>
      "text" in each ? each.text : "children" in each ? plainText(each.children) : each.type === "break" ? "\n" : ""
    )
    .join("")

/** Which way a text runs: the way of its first letter. */
export const direction = (inlines: PdfInlines): { readonly rtl?: true } => {
  const first = /\p{L}/u.exec(plainText(inlines))?.[0]
  return first !== undefined && rightToLeft.test(first) ? { rtl: true } : {}
}

/** Which way blocks run: the way of the first. */
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

/** The name by which Typst knows a language of code. */
export const languageOf = (language: string): string => {
  const name = language.toLowerCase().replaceAll(/[^\w+#-]/g, "")
  return languages[name] ?? name
}

/** Every text in some data. */
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
