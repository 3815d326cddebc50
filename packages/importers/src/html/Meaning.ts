/** Compares what a page shows without words with the converted text to detect losses. */
import { markdownIt } from "@lectern/core/internal/text/markdown/Parser"
import type { Root } from "hast"
import { attribute, elements, isElement } from "./Hast.js"

/** How many things of each kind a page has. */
type Meaning = Readonly<Record<"ticked boxes" | "pictures" | "blocks of code", number>>

type Token = ReturnType<typeof markdownIt.parse>[number]

const count = <A>(all: Iterable<A>, test: (each: A) => boolean): number => {
  let found = 0
  for (const each of all) if (test(each)) found++
  return found
}

/** Counts what the main text of a page has before it is reduced to markdown. */
export const meaningOf = (tree: Root): Meaning => {
  const all = [...elements(tree)]
  // A cell has code on its lines.
  const outside = elements(tree, (each) => !isElement(each, "td", "th"))
  return {
    "ticked boxes": count(all, (each) => isElement(each, "input") && attribute(each, "checked") !== ""),
    pictures: count(all, (each) => isElement(each, "img") && attribute(each, "src") !== ""),
    "blocks of code": count(outside, ({ data }) => data?.mark?.kind === "code" && data.mark.value.trim() !== "")
  }
}

function* tokensOf(tokens: ReadonlyArray<Token>): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.children !== null) yield* tokensOf(token.children)
  }
}

/** Counts what a text has as the engine reads it. */
const meaningOfMarkdown = (markdown: string): Meaning => {
  const all = [...tokensOf(markdownIt.parse(markdown, {}))]
  const isText = ({ type }: Token): boolean => type === "text" || type === "html_inline" || type === "html_block"
  const within = (pattern: RegExp): number =>
    all.reduce((sum, each) => sum + (isText(each) ? (each.content.match(pattern)?.length ?? 0) : 0), 0)
  return {
    "ticked boxes": within(/\[x\]/g),
    pictures: count(all, ({ type }) => type === "image") + within(/<img\b/g),
    "blocks of code": count(all, ({ type }) => type === "fence" || type === "code_block")
  }
}

/** The losses of a text, each as the end of a sentence that begins with the page. */
export const lostMeaning = (source: Meaning, markdown: string): ReadonlyArray<string> => {
  if (Object.values(source).every((each) => each === 0)) return []
  const kept: Readonly<Record<string, number>> = meaningOfMarkdown(markdown)
  return Object.entries(source).flatMap(([kind, total]) =>
    (kept[kind] ?? 0) < total ? [`${kept[kind]} of ${total} ${kind} were kept`] : []
  )
}
