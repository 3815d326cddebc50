/** The last step of the conversion: serializes an HTML tree that has been reduced to constructs of markdown. */
import { escapeText } from "entities"
import type { Element, Root } from "hast"
import { defaultHandlers, type Handle, type State, toMdast } from "hast-util-to-mdast"
import type { BlockContent, Nodes, Parent, Parents, PhrasingContent, RootContent } from "mdast"
import { gfmToMarkdown } from "mdast-util-gfm"
import { mathToMarkdown } from "mdast-util-math"
import { type Options, toMarkdown, type Handle as Write } from "mdast-util-to-markdown"
import { settleFormats } from "./Emphasis.js"
import { flat, inlineHtml, lineBreak, plainText, text } from "./Flat.js"
import { find, isElement, lineOf, type Mark, textOf } from "./Hast.js"
import { htmlElement, writeElement } from "./HtmlElements.js"
import { tableOf } from "./TableText.js"
import { tidy } from "./Tidy.js"

/** Formats that have no further effect inside themselves. */
type Format = Extract<Nodes, { type: "strong" | "emphasis" | "delete" | "link" }>

const isFormat = (node: Nodes): node is Format =>
  node.type === "strong" || node.type === "emphasis" || node.type === "delete" || node.type === "link"

/** Merges two adjacent nodes whose delimiters would otherwise run together. */
const joined = (left: Nodes | undefined, right: Nodes): boolean => {
  if (left === undefined) return false
  if ((left.type === "inlineCode" && right.type === "inlineCode") || (left.type === "text" && right.type === "text")) {
    left.value += right.value
    return true
  }
  if (isFormat(left) && isFormat(right) && left.type === right.type && left.type !== "link") {
    left.children.push(...right.children)
    return true
  }
  return false
}

/** Removes formats nested in themselves, and merges adjacent nodes of the same format. */
const simplify = (node: Parents, open: ReadonlySet<string> = new Set()): void => {
  const unwrapped = (children: ReadonlyArray<Nodes>): ReadonlyArray<Nodes> =>
    children.flatMap((child) => (isFormat(child) && open.has(child.type) ? unwrapped(child.children) : [child]))
  const found: Array<Nodes> = []
  for (const child of unwrapped(node.children)) if (!joined(found.at(-1), child)) found.push(child)
  for (const child of found) {
    if ("children" in child) simplify(child, isFormat(child) ? new Set([...open, child.type]) : open)
  }
  node.children = found as Array<PhrasingContent>
}

/** A `{% name key="value" %}` block with its content and end tag. */
interface BlockTag extends Parent {
  readonly type: "blockTag"
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  children: Array<BlockContent>
}

declare module "mdast" {
  interface RootContentMap {
    blockTag: BlockTag
  }
  interface BlockContentMap {
    blockTag: BlockTag
  }
}

declare module "mdast" {
  interface HtmlData {
    hName?: string
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    blockTag: "blockTag"
  }
}

/**
 * Renderers without footnotes read a one-word note as a link reference definition, unless something follows the word.
 */
const guard = (first: BlockContent | undefined): void => {
  if (first?.type !== "paragraph") return
  const said = plainText(first)
  if (!/\s/.test(said) || /^\S+\s+["'(]/.test(said)) first.children.push(inlineHtml(" &#x20;", "span"))
}

const special = (state: State, node: Element, mark: Mark): Nodes => {
  switch (mark.kind) {
    case "tag":
      return { type: "blockTag", name: mark.name, attributes: mark.attributes, children: blocksOf(state, node) }
    case "code": {
      const code: BlockContent = { type: "code", lang: mark.lang ?? null, value: mark.value }
      return mark.title === undefined
        ? code
        : { type: "blockTag", name: "code", attributes: { title: mark.title }, children: [code] }
    }
    case "math":
      return mark.display
        ? { type: "math", value: mark.value.replaceAll(/\n\s*\n/g, "\n") }
        : { type: "inlineMath", value: mark.value.replaceAll(/\s+/g, " ") }
    case "footnote":
      return { type: "footnoteReference", identifier: mark.label, label: mark.label }
    case "footnotes": {
      const children = blocksOf(state, node)
      guard(children[0])
      return { type: "footnoteDefinition", identifier: mark.label, label: mark.label, children }
    }
    case "checkbox":
      return inlineHtml(mark.checked ? "[x]" : "[ ]", "input")
    case "anchor":
      return inlineHtml(`<a href="#${mark.id}" id="${mark.id}"></a>`, "a")
  }
}

const isFlow = (node: Nodes): node is BlockContent => node.type !== "definition"
const blocksOf = (state: State, node: Element): Array<BlockContent> => state.toFlow(state.all(node)).filter(isFlow)

const asFlow: Handle = (state, node) => state.toFlow(state.all(node))
const orMark =
  (otherwise: Handle): Handle =>
  (state, node, parent) =>
    node.data?.mark === undefined ? otherwise(state, node, parent) : special(state, node, node.data.mark)

const kept: Handle = (state, node) => [
  inlineHtml(`<${node.tagName}>`, node.tagName),
  ...state.all(node),
  inlineHtml(`</${node.tagName}>`, node.tagName)
]

/** Details stay HTML, unless their summary contains a heading: then they become a section. */
const details: Handle = (state, node) => {
  const summary = node.children.find((child) => isElement(child, "summary"))
  const heading = summary === undefined ? undefined : find(summary, (each) => /^h[1-6]$/.test(each.tagName))
  if (heading !== undefined) return state.toFlow(state.all(node))
  const title = summary === undefined ? "Details" : lineOf(summary) || "Details"
  const rest = { ...node, children: node.children.filter((child) => child !== summary) }
  return [
    { type: "html", value: "<details>" },
    { type: "html", value: `<summary>${escapeText(title)}</summary>` },
    ...blocksOf(state, rest),
    { type: "html", value: "</details>" }
  ]
}

/** A figure with its caption. */
const figure: Handle = (state, node) => {
  const caption = node.children.find((child) => isElement(child, "figcaption"))
  const rest = { ...node, children: node.children.filter((child) => child !== caption) }
  const shown = blocksOf(state, rest)
  return caption === undefined
    ? shown
    : htmlElement("figure", [...shown, htmlElement("figcaption", blocksOf(state, caption))])
}

const heading: Handle = (state, node) => {
  const depth = Number(node.tagName.slice(1))
  const children = flat(state.all(node)).filter((each) => each !== lineBreak)
  return {
    type: "heading",
    depth: depth === 1 || depth === 2 || depth === 3 || depth === 4 || depth === 5 ? depth : 6,
    children
  }
}

const handlers: Readonly<Record<string, Handle>> = {
  div: orMark(asFlow),
  span: orMark((state, node) => state.all(node)),
  p: asFlow,
  sup: kept,
  sub: kept,
  u: kept,
  mark: kept,
  var: defaultHandlers.em!,
  details,
  summary: asFlow,
  figure,
  kbd: kept,
  table: tableOf,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  input: () => undefined,
  wbr: () => undefined
}

const quoted = (value: string): string => value.replaceAll(/\s+/g, " ").trim().replaceAll(/[\\"]/g, "\\$&")

const writeTag: Write = (node: BlockTag, _parent, state, info) => {
  const values = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${quoted(value)}"`)
  const open = `{% ${node.name}${values.join("")} %}`
  if (node.name === "embed" || node.name === "file") return open
  const exit = state.enter("blockTag")
  const inner = state.containerFlow(node, info)
  exit()
  // An HTML block only ends at a blank line.
  const last = node.children.at(-1)?.type
  const apart = last === "html" || last === "htmlElement" ? "\n" : ""
  return `${open}\n${inner === "" ? "" : `${inner}\n${apart}`}{% end${node.name} %}`
}

/** Writes text without escaping underscores inside words; the library takes emoji for letters. */
const writeText: Write = (node: { readonly value: string }, _parent, state, info) =>
  state
    .safe(node.value, info)
    .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_")
    .replaceAll(/(?<=[\p{S}--\p{ASCII}])_|(?<!\\)_(?=[\p{S}--\p{ASCII}])/gv, "\\_")

const mathematics = mathToMarkdown()

/** Writes a formula in a line. One dollar would not begin or end a formula before a digit or another dollar. */
const writeMath: Write = (node, parent, state, info) => {
  const written = mathematics.handlers?.inlineMath?.(node, parent, state, info) ?? ""
  return /^\$[^$]/.test(written) && /^[\d$]/.test(info.after) ? `$${written}$` : written
}

/** GitHub's markdown except for autolinks, so that plain URLs are not escaped. */
const github: Options = {
  extensions: (gfmToMarkdown({ tablePipeAlign: false }).extensions ?? []).filter(
    ({ unsafe }) => !(unsafe ?? []).some(({ character }) => character === "@")
  )
}

const writing: Options = {
  bullet: "*",
  bulletOther: "-",
  emphasis: "*",
  rule: "*",
  fences: true,
  resourceLink: true,
  listItemIndent: "one",
  extensions: [github, mathematics],
  handlers: { blockTag: writeTag, htmlElement: writeElement, text: writeText, inlineMath: writeMath },
  unsafe: [{ character: "{", after: "%", inConstruct: "phrasing" }]
}

const paragraphs = (root: Root): ReadonlyArray<RootContent> =>
  textOf(root)
    .split(/\n\s*\n/)
    .map((each) => each.replaceAll(/\s+/g, " ").trim())
    .filter((each) => each !== "")
    .map((each) => ({ type: "paragraph", children: [text(each)] }))

const write = (tree: Nodes): string => toMarkdown(tree, writing).trimEnd()

/** The markdown of a tree. Anything that the libraries cannot handle is kept as plain paragraphs. */
export const toText = (root: Root): string => {
  tidy(root)
  try {
    const tree = toMdast(root, { document: true, handlers })
    if ("children" in tree) {
      simplify(tree)
      settleFormats(tree)
    }
    return write(tree)
  } catch {
    return write({ type: "root", children: [...paragraphs(root)] })
  }
}
