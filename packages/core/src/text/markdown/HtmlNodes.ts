/** The HTML in a page as elements, which may span the markdown between their tags. */
import type { ContentNode } from "./ContentNode.js"
import { unescape } from "./Parser.js"
import { replaced, withNodes } from "./ReplacedNodes.js"

type Nodes = ReadonlyArray<ContentNode>

/** The attributes of an element, by lower-case name. */
export type Attributes = Readonly<Record<string, string>>

const piece =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|svg)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([A-Za-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

const empty: ReadonlySet<string> = new Set([
  "br",
  "hr",
  "img",
  "input",
  "source",
  "track",
  "wbr",
  "col",
  "meta",
  "link"
])

/** The open elements that an opening tag closes implicitly, and the elements that stop this. */
const implied: Readonly<Record<string, readonly [closes: ReadonlyArray<string>, within: ReadonlyArray<string>]>> = {
  li: [["li"], ["ul", "ol"]],
  td: [
    ["td", "th"],
    ["tr", "table"]
  ],
  th: [
    ["td", "th"],
    ["tr", "table"]
  ],
  tr: [["tr", "td", "th"], ["table"]],
  p: [["p"], ["div", "td", "th", "li", "details", "blockquote"]]
}

/** The maximum nesting of elements; deeper ones are not nested. */
const depthLimit = 12

interface Open {
  readonly name: string
  readonly attributes: Attributes
  readonly object: "block" | "inline"
  readonly nodes: Array<ContentNode>
}

const attributesOf = (written: string): Attributes => {
  const found: Record<string, string> = {}
  for (const [, name = "", double, single, bare] of written.matchAll(attribute)) {
    found[name.toLowerCase()] ??= unescape(double ?? single ?? bare ?? "", true)
  }
  return found
}

class Folding {
  readonly #stack: Array<Open> = [{ name: "", attributes: {}, object: "block", nodes: [] }]

  push(node: ContentNode): void {
    this.#stack.at(-1)?.nodes.push(node)
  }

  html(text: string, object: "block" | "inline"): void {
    let from = 0
    for (const found of text.matchAll(piece)) {
      this.#text(text.slice(from, found.index))
      from = found.index + found[0].length
      const name = found[3]?.toLowerCase()
      if (name === undefined) continue
      if (found[2] === "/") this.#close([name], [])
      else this.#open(name, attributesOf(found[4] ?? ""), object)
    }
    this.#text(text.slice(from))
  }

  end(): Nodes {
    while (this.#stack.length > 1) this.#pop()
    return this.#stack[0]?.nodes ?? []
  }

  #text(text: string): void {
    if (text.trim() !== "") this.push({ object: "text", text: unescape(text.replaceAll(/\s+/g, " "), true) })
    else if (text !== "" && this.#stack.length > 1) this.push({ object: "text", text: " " })
  }

  #open(name: string, attributes: Attributes, object: "block" | "inline"): void {
    const rule = implied[name]
    if (rule !== undefined) this.#close(...rule)
    if (empty.has(name)) this.push({ object, type: "element", data: { name, attributes }, nodes: [] })
    else if (this.#stack.length < depthLimit) this.#stack.push({ name, attributes, object, nodes: [] })
  }

  /** Closes the outermost of some elements that is not behind a boundary. */
  #close(names: ReadonlyArray<string>, within: ReadonlyArray<string>): void {
    let target = 0
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const { name } = this.#stack[index]!
      if (within.includes(name)) break
      if (names.includes(name)) {
        target = index
        if (within.length === 0) break
      }
    }
    while (target > 0 && this.#stack.length > target) this.#pop()
  }

  #pop(): void {
    const last = this.#stack.pop()
    if (last === undefined) return
    const { name, nodes, object } = last
    const src = name === "video" || name === "audio" ? sourceIn(nodes) : undefined
    const attributes = src === undefined ? last.attributes : { src, ...last.attributes }
    this.push({ object, type: "element", data: { name, attributes }, nodes })
  }
}

/** The address of the first `source` of a video or a sound. */
const sourceIn = (nodes: Nodes): string | undefined => {
  const source = nodes.find((node) => elementName(node) === "source")
  return source === undefined ? undefined : elementAttribute(source, "src")?.trim()
}

/**
 * The nodes with `element` nodes, of a `name` and `attributes`, in place of `html`. Unclosed elements end with the
 * nodes. A video or a sound has the `src` of its first source, unless it has its own.
 */
export const foldHtml = (nodes: Nodes): Nodes => {
  if (!nodes.some(({ type }) => type === "html")) return replaced(nodes, (node) => withNodes(node, foldHtml))
  const folding = new Folding()
  for (const node of nodes) {
    if (node.type === "html") {
      folding.html(String(node.data?.html ?? ""), node.object === "inline" ? "inline" : "block")
    } else folding.push(withNodes(node, foldHtml))
  }
  return folding.end()
}

/** The name of an element; empty for any other node. */
export const elementName = (node: ContentNode): string => (node.type === "element" ? String(node.data?.name) : "")

/** An attribute of an element. */
export const elementAttribute = (node: ContentNode, name: string): string | undefined =>
  (node.data?.attributes as Attributes | undefined)?.[name]
