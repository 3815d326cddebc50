/** Compares what a page shows without words with the converted text to detect losses. */
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { dataText } from "@lectern/core/internal/text/markdown/NodeReading"
import { markdownIt } from "@lectern/core/internal/text/markdown/Parser"
import { readingNodes } from "@lectern/core/internal/text/markdown/ReadingNodes"
import type { Element, Root } from "hast"
import { attribute, elements, find, hasClass, isElement, lineOf } from "./Hast.js"
import { callouts, cellsOf, isCallouts, rowsOf } from "./Tables.js"

type Kind = "ticked boxes" | "pictures" | "blocks of code" | "links" | "tables" | "formulas"

/** How many things of each kind a page has. */
type Meaning = Readonly<Record<Kind, number>>

type Token = ReturnType<typeof markdownIt.parse>[number]

const count = <A>(all: Iterable<A>, test: (each: A) => boolean): number => {
  let found = 0
  for (const each of all) if (test(each)) found++
  return found
}

/** Addresses that lead nowhere outside of the program that shows the page. */
const nowhere = /^\s*(?:#?$|(?:javascript|vbscript|data|about|blob):)/i

/** Whether an element is a link that somebody sees. The heading that a link is in may be what it leads to. */
const isLink = (node: Element, heading: Element | undefined): boolean => {
  if (isElement(node, "area")) return attribute(node, "href") !== "" && attribute(node, "alt") !== ""
  const href = attribute(node, "href")
  if (!isElement(node, "a") || nowhere.test(href)) return false
  if (heading !== undefined && href.startsWith("#") && lineOf(node) === lineOf(heading)) return false
  return /[^\s\u00ad\u200b\ufeff]/.test(lineOf(node)) || find(node, (each) => isElement(each, "img")) !== undefined
}

/** Whether an element is a signature, which becomes code without links. */
const isSignature = (node: Element): boolean => isElement(node, "dt") && hasClass(node, "sig")

/** The cells with the signs of callouts, which become the numbers of a list. */
const signsIn = (tree: Root): ReadonlySet<Element> => {
  const found = new Set<Element>()
  for (const each of elements(tree)) {
    if (!isCallouts(each) || callouts(each) === undefined) continue
    for (const table of each.children) {
      if (!isElement(table, "table")) continue
      for (const [first] of rowsOf(table).map(cellsOf)) if (first !== undefined) found.add(first)
    }
  }
  return found
}

const linksIn = (node: Root | Element, skipped: ReadonlySet<Element>, heading?: Element): number => {
  let links = 0
  for (const child of node.children) {
    if (child.type !== "element" || isSignature(child) || skipped.has(child)) continue
    if (isLink(child, heading)) links++
    else links += linksIn(child, skipped, /^h[1-6]$/.test(child.tagName) ? child : heading)
  }
  return links
}

/** Counts the tables in a tree that has the shape of markdown, except those in cells. */
export const tablesIn = (tree: Root): number =>
  count(
    elements(tree, (each) => !isElement(each, "table")),
    (each) => isElement(each, "table") && lineOf(each) !== ""
  )

/** Counts what the main text of a page has before it is reduced to markdown, except for {@link tablesIn}. */
export const meaningOf = (tree: Root): Omit<Meaning, "tables"> => {
  const signs = signsIn(tree)
  const all = [...elements(tree, (each) => !signs.has(each))]
  // A cell has code on its lines.
  const outside = elements(tree, (each) => !isElement(each, "td", "th"))
  return {
    "ticked boxes": count(all, (each) => isElement(each, "input") && attribute(each, "checked") !== ""),
    pictures: count(all, (each) => isElement(each, "img") && attribute(each, "src") !== ""),
    "blocks of code": count(outside, ({ data }) => data?.mark?.kind === "code" && data.mark.value.trim() !== ""),
    links: linksIn(tree, signs),
    formulas: count(all, ({ data }) => data?.mark?.kind === "math")
  }
}

/** Counts the formulas in a text, also in its footnotes, as the reader sees them. */
const formulasIn = (nodes: ReadonlyArray<ContentNode>): number =>
  nodes.reduce((sum, node) => {
    const note = node.type === "footnote" ? (dataText(node, "markdown") ?? "") : ""
    return (
      sum +
      (node.type === "math" ? 1 : 0) +
      formulasIn(node.nodes ?? []) +
      formulasIn(note === "" ? [] : readingNodes(note))
    )
  }, 0)

function* tokensOf(tokens: ReadonlyArray<Token>): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.children !== null) yield* tokensOf(token.children)
  }
}

/** Counts what a text has as the engine reads it. */
const meaningOfMarkdown = (markdown: string, hasFormulas: boolean): Meaning => {
  const all = [...tokensOf(markdownIt.parse(markdown, {}))]
  const isText = ({ type }: Token): boolean => type === "text" || type === "html_inline" || type === "html_block"
  const within = (pattern: RegExp): number =>
    all.reduce((sum, each) => sum + (isText(each) ? (each.content.match(pattern)?.length ?? 0) : 0), 0)
  return {
    "ticked boxes": within(/\[x\]/g),
    pictures: count(all, ({ type }) => type === "image") + within(/<img\b/g),
    "blocks of code": count(all, ({ type }) => type === "fence" || type === "code_block"),
    links: count(all, ({ type }) => type === "link_open") + within(/<a href="(?!#[^"]*" id=)/g),
    tables: count(all, ({ type }) => type === "table_open") + within(/<table\b/g),
    formulas: hasFormulas ? formulasIn(readingNodes(markdown)) : 0
  }
}

/** The losses of a text, each as the end of a sentence that begins with the page. */
export const lostMeaning = (source: Meaning, markdown: string): ReadonlyArray<string> => {
  if (Object.values(source).every((each) => each === 0)) return []
  const kept: Readonly<Record<string, number>> = meaningOfMarkdown(markdown, source.formulas > 0)
  return Object.entries(source).flatMap(([kind, total]) =>
    (kept[kind] ?? 0) < total ? [`${kept[kind]} of ${total} ${kind} were kept`] : []
  )
}
