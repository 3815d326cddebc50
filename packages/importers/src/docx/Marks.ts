/** Replaces the marks in the HTML of a Word document with their meaning: numbered lists, headings, formulas. */
import type { Element, ElementContent, Root, RootContent } from "hast"
import { attribute, element, elements, find, isBlank, isElement, marked, markedInline, rewrite } from "../html/Hast.js"
import { usableId } from "../html/Ids.js"
import type { Formula } from "./Body.js"
import { markPrefix } from "./MarkNames.js"

const isMark = (node: RootContent, kind = ""): node is Element =>
  isElement(node, "a") && attribute(node, "id").startsWith(markPrefix + kind)

const read = (node: Element): ReadonlyArray<string> => attribute(node, "id").slice(markPrefix.length).split(":")

/** A paragraph that is a list item. */
interface Item {
  readonly level: number
  readonly list: string
  /** Absent for a bullet. */
  readonly number: number | undefined
  readonly content: Array<ElementContent>
}

const itemOf = (node: RootContent): Item | undefined => {
  const at = isElement(node, "p") ? find(node, (each) => isMark(each, "li:")) : undefined
  if (!isElement(node) || at === undefined) return undefined
  const [, level = "0", list = "", number = ""] = read(at)
  return { level: Number(level), list, number: number === "" ? undefined : Number(number), content: node.children }
}

/** The level of the item that a paragraph continues. */
const moreOf = (node: RootContent): number | undefined => {
  const at = isElement(node, "p") ? find(node, (each) => isMark(each, "more:")) : undefined
  return at === undefined ? undefined : Number(read(at)[1])
}

interface Open {
  readonly level: number
  readonly key: string
  readonly list: Element
  next: number
}

/** Groups paragraphs into lists. Anything between them ends the list, and the next list continues its numbering. */
const lists = (children: ReadonlyArray<RootContent>): Array<RootContent> => {
  const found: Array<RootContent> = []
  let open: Array<Open> = []
  for (const child of children) {
    const item = itemOf(child)
    const more = item === undefined ? moreOf(child) : undefined
    const continued = more === undefined ? undefined : open.findLast(({ level }) => level <= more)
    const last = continued?.list.children.at(-1)
    if (isElement(child) && isElement(last)) {
      last.children.push(child)
      continue
    }
    if (item === undefined) {
      if (!isBlank(child)) open = []
      found.push(child)
      continue
    }
    open = open.filter(({ level }) => level <= item.level)
    const { level, list, number } = item
    const key = number === undefined ? `bullet ${list}` : list
    const top = open.at(-1)
    const entry = element("li", item.content)
    if (top?.level === level && top.key === key && (number === undefined || number === top.next)) {
      top.list.children.push(entry)
      top.next++
      continue
    }
    open = open.filter((each) => each.level < level)
    const start = number === undefined || number === 1 ? {} : { start: number }
    const made = element(number === undefined ? "ul" : "ol", [entry], start)
    const outer = open.at(-1)?.list.children.at(-1)
    if (isElement(outer)) outer.children.push(made)
    else found.push(made)
    open.push({ level, key, list: made, next: (number ?? 0) + 1 })
  }
  return found
}

const heading = (node: RootContent): RootContent => {
  if (isElement(node, "p") && node.children.some((each) => isMark(each, "hr"))) return element("hr", [])
  const at = isElement(node, "p") ? find(node, (each) => isMark(each, "h:")) : undefined
  return at === undefined || !isElement(node) ? node : { ...node, tagName: `h${read(at)[1]}` }
}

const formula = (node: Element, formulas: ReadonlyArray<Formula>): ReadonlyArray<ElementContent> => {
  const found = formulas[Number(read(node)[1])]
  if (found === undefined) return []
  const mark = { kind: "math", value: found.tex, display: found.display } as const
  return [found.display ? marked(mark) : markedInline(mark)]
}

const arrange = (node: Root | Element): void => {
  for (const child of node.children) if (isElement(child) && !isElement(child, "p")) arrange(child)
  const holder: { children: Array<RootContent> } = node
  holder.children = lists(node.children.map(heading))
}

/** Makes lists of the marked paragraphs below a node. */
export const groupItems = (root: Root): void => {
  arrange(root)
  rewrite(root, (node) => (isMark(node) ? [] : undefined))
}

/** Replaces every mark with its meaning. */
export const applyMarks = (root: Root, formulas: ReadonlyArray<Formula>): void => {
  arrange(root)
  rewrite(root, (node) => {
    if (!isMark(node)) return undefined
    return isMark(node, "math:") ? formula(node, formulas) : []
  })
  flattenTables(root)
  placeBookmarks(root)
}

/** Flattens tables inside table cells, since a cell in markdown cannot contain a table. */
export const flattenTables = (root: Root | Element, inCell = false): void =>
  rewrite(root, (node) => {
    if (isElement(node, "td", "th")) {
      flattenTables(node, true)
      return [node]
    }
    if (!inCell || !isElement(node, "table")) return undefined
    const cells = [...elements(node, (each) => !isElement(each, "td", "th"))].filter((each) =>
      isElement(each, "td", "th")
    )
    for (const cell of cells) flattenTables(cell, true)
    return cells.map((cell) => ({ ...cell, tagName: "div", properties: {} }))
  })

/**
 * Removes bookmarks that nothing in the document links to. The others become anchors, except in headings, which have
 * anchors of their own.
 */
export const placeBookmarks = (root: Root): void => {
  const wanted = new Set([...elements(root)].map((each) => attribute(each, "href")))
  rewrite(root, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) {
      rewrite(node, (each) => (isPlace(each) && !wanted.has(`#${attribute(each, "id")}`) ? [] : undefined))
      return [node]
    }
    if (!isPlace(node)) return undefined
    const id = attribute(node, "id")
    return wanted.has(`#${id}`) && usableId.test(id) ? [markedInline({ kind: "anchor", id })] : []
  })
}

const isPlace = (node: Element): boolean =>
  isElement(node, "a", "span") &&
  node.children.length === 0 &&
  attribute(node, "href") === "" &&
  node.data === undefined
