/** Queries and rewrites HTML trees. No tree is deeper than the parser's limit. */
import type { Element, ElementContent, Nodes, Root, RootContent } from "hast"

/** The meaning of an element that HTML has no element for. */
export type Mark =
  | { readonly kind: "tag"; readonly name: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly kind: "code"; readonly value: string; readonly lang?: string; readonly title?: string }
  | { readonly kind: "math"; readonly value: string; readonly display: boolean }
  | { readonly kind: "footnote"; readonly label: string }
  | { readonly kind: "footnotes"; readonly label: string }
  | { readonly kind: "anchor"; readonly id: string }
  | { readonly kind: "checkbox"; readonly checked: boolean }

declare module "hast" {
  interface ElementData {
    mark?: Mark
  }
}

/** Elements that are displayed as blocks. */
const blocks: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 " +
    "h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul"
  ).split(" ")
)

/** Elements that start a line, or after which another one starts. */
const breaks = new Set([...blocks, "br", "caption"])

/** Whether a node is an element, with one of the given names if any are given. */
export const isElement = <Name extends string = string>(
  node: Nodes | undefined,
  ...names: ReadonlyArray<Name>
): node is Element & { tagName: Name } =>
  node?.type === "element" && (names.length === 0 || names.some((name) => name === node.tagName))

/** A new element. */
export const element = (
  tagName: string,
  children: Array<ElementContent>,
  properties: Element["properties"] = {}
): Element => ({ type: "element", tagName, properties, children })

/** A new element that stands for something else. */
export const marked = (mark: Mark, children: Array<ElementContent> = [], tagName = "div"): Element => ({
  ...element(tagName, children),
  data: { mark, position: { properties: {} } }
})

/** {@link marked} for inline use. Its text is never written; it preserves the spaces around it. */
export const markedInline = (mark: Mark): Element => marked(mark, [{ type: "text", value: "." }], "span")

/** An attribute as text; empty if absent. */
export const attribute = (node: Element, name: string): string => {
  const value = node.properties[name]
  if (Array.isArray(value)) return value.join(" ")
  return value === undefined || value === null || value === false ? "" : value === true ? name : String(value)
}

/** The classes of an element. */
export const classes = (node: Element): ReadonlyArray<string> => {
  const value = node.properties.className
  return Array.isArray(value) ? value.map(String) : []
}

/** Whether an element has one of these classes. */
export const hasClass = (node: Element, ...names: ReadonlyArray<string>): boolean =>
  classes(node).some((name) => names.includes(name))

/** Every element below a node, in document order; `inside` says whether to descend into an element. */
export function* elements(node: Nodes, inside: (element: Element) => boolean = () => true): Generator<Element> {
  if (!("children" in node)) return
  const stack: Array<RootContent> = node.children.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type !== "element") continue
    yield next
    if (!inside(next)) continue
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!)
  }
}

/** The first element below a node that passes a test. */
export const find = (node: Nodes, test: (element: Element) => boolean): Element | undefined => {
  for (const each of elements(node)) if (test(each)) return each
  return undefined
}

/** The text of a node as it is written, except in elements that `skip` matches. */
export const textOf = (node: Nodes, skip: (element: Element) => boolean = () => false): string => {
  if (node.type === "text") return node.value
  if (!("children" in node)) return ""
  const parts: Array<string> = []
  const stack: Array<Nodes> = node.children.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === "text") parts.push(next.value)
    else if (next.type === "element" && !skip(next)) {
      for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!)
    }
  }
  return parts.join("")
}

/** The text of a node on one line, with spaces where browsers start a new line. */
export const lineOf = (node: Nodes, skip: (element: Element) => boolean = () => false): string => {
  if (node.type === "text") return node.value.replaceAll(/\s+/g, " ").trim()
  if (!("children" in node)) return ""
  const parts: Array<string> = []
  const stack: Array<Nodes | string> = node.children.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "string") parts.push(next)
    else if (next.type === "text") parts.push(next.value)
    else if (next.type === "element" && !skip(next)) {
      const around = breaks.has(next.tagName) ? " " : ""
      if (around !== "") parts.push(around)
      stack.push(around)
      for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index]!)
    }
  }
  return parts.join("").replaceAll(/\s+/g, " ").trim()
}

/** Whether a node is a comment or consists of whitespace. */
export const isBlank = (node: Nodes): boolean =>
  node.type === "comment" || (node.type === "text" && !/\S/.test(node.value))

/**
 * Rewrites the elements below a node from the outside in. An element is replaced by the result of `change`, which is
 * not visited again; if that is `undefined`, the element is kept and its children are visited.
 */
export const rewrite = (
  node: Root | Element,
  change: (element: Element) => ReadonlyArray<ElementContent> | undefined
): void => {
  let children: Array<RootContent> | undefined
  for (const [index, child] of node.children.entries()) {
    const changed = child.type === "element" ? change(child) : undefined
    if (changed !== undefined) {
      children ??= node.children.slice(0, index)
      for (const each of changed) children.push(each)
    } else {
      if (child.type === "element") rewrite(child, change)
      children?.push(child)
    }
  }
  if (children !== undefined) node.children = children
}

/** Whether a node is an element that is displayed as a block, or stands for one. */
export const isBlock = (node: Nodes): boolean =>
  node.type === "element" && (blocks.has(node.tagName) || (node.data?.mark !== undefined && node.tagName === "div"))
