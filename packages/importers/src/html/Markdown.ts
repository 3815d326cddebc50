/** The rest of the way: a tree of HTML in markdown's shapes as the text of a page. */
import type { Element, Root } from "hast"
import { type Handle, type State, toMdast } from "hast-util-to-mdast"
import type { BlockContent, Nodes, Parent, PhrasingContent, RootContent, TableCell } from "mdast"
import { gfmToMarkdown } from "mdast-util-gfm"
import { mathToMarkdown } from "mdast-util-math"
import { type Options, toMarkdown, type Handle as Write } from "mdast-util-to-markdown"
import { find, isElement, lineOf, type Mark, textOf } from "./Hast.js"
import { tidy } from "./Tidy.js"

/** `{% name key="value" %}` with what it holds and its end. */
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

const text = (value: string): PhrasingContent => ({ type: "text", value })
/** HTML inside a paragraph: the name keeps it there. */
const inlineHtml = (value: string, name: string): PhrasingContent => ({ type: "html", value, data: { hName: name } })
const escapeHtml = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** The `<br>` between what were paragraphs of a cell. */
const lineBreak = inlineHtml("<br>", "br")

/** Anything as inline content: blocks as lines. */
const flat = (nodes: ReadonlyArray<Nodes>): Array<PhrasingContent> => {
  const found: Array<PhrasingContent> = []
  const newLine = (): void => {
    if (found.length > 0 && found.at(-1) !== lineBreak) found.push(lineBreak)
  }
  for (const node of nodes) {
    if (node.type === "break") newLine()
    else if (node.type === "code") {
      newLine()
      for (const [index, line] of node.value.split("\n").entries()) {
        if (index > 0) newLine()
        if (line !== "") found.push({ type: "inlineCode", value: line })
      }
      newLine()
    } else if (node.type === "math") found.push({ type: "inlineMath", value: node.value.replaceAll("\n", " ") })
    else if (node.type === "list") {
      for (const [index, item] of node.children.entries()) {
        newLine()
        found.push(text(node.ordered === true ? `${(node.start ?? 1) + index}. ` : "• "), ...flat(item.children))
      }
      newLine()
    } else if (node.type === "blockTag" && node.children.length === 0) {
      const url = node.attributes.url ?? ""
      if (url !== "") found.push({ type: "link", url, children: [text(url)] })
    } else if (node.type === "html" && node.data?.hName === undefined) continue
    else if (
      node.type === "paragraph" ||
      node.type === "heading" ||
      node.type === "blockquote" ||
      node.type === "blockTag" ||
      node.type === "table" ||
      node.type === "tableRow" ||
      node.type === "tableCell" ||
      node.type === "footnoteDefinition"
    ) {
      newLine()
      found.push(...flat(node.children))
      newLine()
    } else if (node.type === "strong" || node.type === "emphasis" || node.type === "delete" || node.type === "link") {
      found.push({ ...node, children: flat(node.children) })
    } else if (
      node.type === "text" ||
      node.type === "inlineCode" ||
      node.type === "image" ||
      node.type === "html" ||
      node.type === "inlineMath" ||
      node.type === "footnoteReference"
    )
      found.push(node)
  }
  while (found.at(-1) === lineBreak) found.pop()
  return found
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
    case "footnotes":
      return { type: "footnoteDefinition", identifier: mark.label, label: mark.label, children: blocksOf(state, node) }
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
  ...flat(state.all(node)),
  inlineHtml(`</${node.tagName}>`, node.tagName)
]

/** Details stay HTML; where their summary has a heading, they are a section. */
const details: Handle = (state, node) => {
  const summary = node.children.find((child) => isElement(child, "summary"))
  const heading = summary === undefined ? undefined : find(summary, (each) => /^h[1-6]$/.test(each.tagName))
  if (heading !== undefined) return state.toFlow(state.all(node))
  const title = summary === undefined ? "Details" : lineOf(summary) || "Details"
  const rest = { ...node, children: node.children.filter((child) => child !== summary) }
  return [
    { type: "html", value: "<details>" },
    { type: "html", value: `<summary>${escapeHtml(title)}</summary>` },
    ...blocksOf(state, rest),
    { type: "html", value: "</details>" }
  ]
}

const cell: Handle = (state, node) => {
  const { rowSpan, colSpan } = node.properties
  const data = {
    ...(rowSpan === undefined ? {} : { hastUtilToMdastTemporaryRowSpan: rowSpan }),
    ...(colSpan === undefined ? {} : { hastUtilToMdastTemporaryColSpan: colSpan })
  }
  const result: TableCell = { type: "tableCell", children: flat(state.all(node)), data }
  return result
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
  u: (state, node) => state.all(node),
  var: (state, node) => ({ type: "emphasis", children: flat(state.all(node)) }),
  details,
  summary: asFlow,
  td: cell,
  th: cell,
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
  if (node.name === "embed") return open
  const exit = state.enter("blockTag")
  const inner = state.containerFlow(node, info)
  exit()
  return `${open}\n${inner === "" ? "" : `${inner}\n`}{% end${node.name} %}`
}

/** An underscore inside a word means nothing. */
const writeText: Write = (node: { readonly value: string }, _parent, state, info) =>
  state.safe(node.value, info).replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_")

/** GitHub's markdown but for addresses in plain text, which need no escapes where they are not made links. */
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
  extensions: [github, mathToMarkdown()],
  handlers: { blockTag: writeTag, text: writeText },
  unsafe: [{ character: "{", after: "%", inConstruct: "phrasing" }]
}

const paragraphs = (root: Root): ReadonlyArray<RootContent> =>
  textOf(root)
    .split(/\n\s*\n/)
    .map((each) => each.replaceAll(/\s+/g, " ").trim())
    .filter((each) => each !== "")
    .map((each) => ({ type: "paragraph", children: [text(each)] }))

const write = (tree: Nodes): string => toMarkdown(tree, writing).trimEnd()

/** The markdown of a tree. What is too much for the libraries is kept as plain paragraphs. */
export const toText = (root: Root): string => {
  tidy(root)
  try {
    return write(toMdast(root, { document: true, handlers }))
  } catch {
    return write({ type: "root", children: [...paragraphs(root)] })
  }
}
