/** The sentences of the manual. */
import { split } from "@lectern/core/text/markdown/FrontMatter"
import { markdownIt } from "@lectern/core/text/markdown/Parser"
import { read } from "./blocks.js"

type Token = ReturnType<typeof markdownIt.parse>[number]

/** A sentence as it is read. `words` is the same without code, in which a word is a name. */
export interface Sentence {
  readonly text: string
  readonly words: string
}

/** Stands around code while a sentence is read: a character for private use, which the manual does not have. */
const code = "\ue000"

/** The plain text of an inline token, in which code is between two marks. */
const plain = (token: Token): string =>
  (token.children ?? [])
    .map((child) =>
      child.type === "code_inline"
        ? `${code}${child.content}${code}`
        : child.type === "softbreak" || child.type === "hardbreak"
          ? " "
          : child.type === "text"
            ? child.content
            : ""
    )
    .join("")

const sentence = (marked: string): Sentence => ({
  text: marked.replaceAll(code, "`").trim(),
  words: marked.replaceAll(new RegExp(`${code}[^${code}]*${code}`, "g"), "``")
})

/** The paragraphs of a text, and the rows of its tables, whose cells are separated by bars. */
const paragraphs = (markdown: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let row: Array<string> | undefined
  for (const token of markdownIt.parse(markdown, {})) {
    if (token.type === "tr_open") row = []
    if (token.type === "tr_close" && row !== undefined) {
      found.push(row.join(" | "))
      row = undefined
    }
    if (token.type !== "inline") continue
    if (row === undefined) found.push(plain(token))
    else row.push(plain(token))
  }
  return found
}

/** The sentences of a page, in order. The row of a table is one sentence. */
export const sentencesOf = (file: string): ReadonlyArray<Sentence> => {
  const markdown = read(file)
  return paragraphs(markdown.slice(split(markdown).bodyStart)).flatMap((text) =>
    (text.includes(" | ") ? [text] : text.split(/(?<=[.!?:]["”)]?) +(?=[A-Z“"(\ue000])/)).map(sentence)
  )
}
