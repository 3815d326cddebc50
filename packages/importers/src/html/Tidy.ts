/** Removes invisible nodes from a tree, since converting long runs of them takes quadratic time. */
import type { Element, ElementContent, Root, RootContent } from "hast"
import { element } from "./Hast.js"

/** Elements that show nothing when empty. */
const inline: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var".split(
    " "
  )
)

const unseen: ReadonlySet<string> = new Set(["script", "style", "template"])

/** Elements that begin and end a line, so that whitespace next to them shows nothing. */
const lines: ReadonlySet<string> = new Set(
  "address article aside blockquote br center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table tbody td tfoot th thead tr ul".split(
    " "
  )
)

/** Elements that, when empty, only end a line. */
const holders: ReadonlySet<string> = new Set(
  "address article aside blockquote center div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header main nav ol p section table ul".split(
    " "
  )
)

const isLine = (node: Root | RootContent | undefined): boolean => node?.type === "element" && lines.has(node.tagName)

const isBreak = (node: RootContent): boolean => node.type === "element" && node.tagName === "br"

const isSpace = (node: RootContent): boolean => node.type === "text" && !/\S/.test(node.value)

/** Removes trailing breaks and whitespace that follow a line break or nothing at all. */
const dropBreaks = (children: Array<RootContent>): void => {
  let from = children.length
  while (from > 0 && (isSpace(children[from - 1]!) || isBreak(children[from - 1]!))) from--
  if (from === 0 || isLine(children[from - 1])) children.length = from
}

/** Moves breaks at the ends of an inline element out of it, since a format in markdown cannot end with a line break. */
const withoutBreaks = (node: Element): ReadonlyArray<ElementContent> => {
  const { children } = node
  const isOuter = (child: ElementContent): boolean => isBreak(child) || isSpace(child)
  const first = children.findIndex((child) => !isOuter(child))
  const last = children.findLastIndex((child) => !isOuter(child))
  const from = children.slice(0, first).some(isBreak) ? first : 0
  const to = children.slice(last + 1).some(isBreak) ? last + 1 : children.length
  if (from === 0 && to === children.length) return [node]
  return [...children.slice(0, from), { ...node, children: children.slice(from, to) }, ...children.slice(to)]
}

/** The remains of an element: itself with breaks moved out, a space or line break if it contained one, or nothing. */
const left = (node: Element): ReadonlyArray<ElementContent> => {
  tidy(node)
  if (node.data?.mark !== undefined) return [node]
  if (holders.has(node.tagName) && node.children.every(isSpace)) return [element("br", [])]
  if (!inline.has(node.tagName)) return [node]
  if (node.children.every((child) => isBreak(child) || isSpace(child))) {
    if (node.children.some(isBreak)) return [element("br", [])]
    return node.children.length <= 1 ? node.children : [node]
  }
  return withoutBreaks(node)
}

/** Removes comments, scripts and empty inline elements below a node, and joins the texts around them. */
export const tidy = (node: Root | Element): void => {
  const isKept = node.type === "element" && node.tagName === "pre"
  const children: Array<RootContent> = []
  for (const child of node.children) {
    if (child.type === "comment" || (child.type === "element" && unseen.has(child.tagName))) continue
    for (const kept of child.type === "element" ? left(child) : [child]) {
      const last = children.at(-1)
      if (kept.type === "text" && last?.type === "text") last.value += kept.value
      else if (kept !== child && isBreak(kept) && last !== undefined && (isBreak(last) || isLine(last))) continue
      else {
        if (isBreak(kept) && last !== undefined && isSpace(last) && isLine(children.at(-2)) && !isKept) children.pop()
        else if (isLine(kept) && !isBreak(kept) && !isKept) dropBreaks(children)
        children.push(kept)
      }
    }
  }
  if (isLine(node) && !isKept) dropBreaks(children)
  node.children = children
}
