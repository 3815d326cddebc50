/** Lists, definitions, tables and headings of any HTML in the shapes that markdown has. */
import type { Element, ElementContent, Root } from "hast"
import {
  attribute,
  classes,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isElement,
  lineOf,
  rewrite,
  textOf
} from "./Hast.js"

const blocks = new Set(
  "p div section article header main aside ul ol dl table blockquote figure pre h1 h2 h3 h4 h5 h6 hr details form fieldset address center".split(
    " "
  )
)
const inline = new Set(
  "b strong i em u s del strike sub sup label font big small mark ins cite abbr code kbd q".split(" ")
)
const isBlock = (node: Element): boolean =>
  blocks.has(node.tagName) || (node.data?.mark !== undefined && node.tagName === "div")

/** How deep lists and quotes nest; what is deeper stands beside. */
const maxNesting = 12
/** How many cells of merged ones are repeated in one document. */
const maxMerged = 5_000
/** How many cells a table has when its rows are filled up; a larger one is text. */
const maxCells = 100_000

/** The checkbox that an item of a task list begins with, as browsers have it. */
const checkbox = (item: Element): Element | undefined => {
  const first = item.children.find((child) => !isBlank(child))
  const known = hasClass(item, "task-list-item", "contains-task-list") || isElement(first, "label", "p", "input")
  const box =
    known && isElement(first)
      ? isElement(first, "input")
        ? first
        : find(first, (each) => isElement(each, "input"))
      : undefined
  if (box !== undefined) return box
  const drawn = isElement(first) && hasClass(first, "checkbox") ? first : undefined
  if (drawn !== undefined) return element("input", [], { type: "checkbox", checked: hasClass(drawn, "checkbox-on") })
  return attribute(item, "dataInlineTaskId") === ""
    ? undefined
    : element("input", [], { type: "checkbox", checked: hasClass(item, "checked") })
}

const task = (item: Element): void => {
  const box = checkbox(item)
  if (box === undefined) return
  rewrite(item, (each) =>
    isElement(each, "input") || hasClass(each, "checkbox", "task-list-indicator") ? [] : undefined
  )
  const [first] = item.children
  if (first?.type === "text") first.value = first.value.trimStart()
  item.children.unshift({ ...box, properties: { ...box.properties, type: "checkbox" } })
}

/** The items of a list, with lists that stand between them put into the item before. */
const items = (list: Element): void => {
  const found: Array<ElementContent> = []
  for (const child of list.children) {
    const last = found.findLast((each) => isElement(each, "li"))
    if (isElement(child, "ul", "ol") && isElement(last)) last.children.push(child)
    else if (isElement(child, "li") || !isBlank(child)) found.push(isElement(child) ? child : element("li", [child]))
  }
  list.children = found
}

/** A list of definitions as a list of terms, each in bold, with what defines them below. */
const definitions = (list: Element): ReadonlyArray<ElementContent> => {
  const parts = list.children.flatMap((child) =>
    isElement(child, "div") && child.data === undefined ? child.children : [child]
  )
  const terms = parts.filter((part) => isElement(part, "dt", "dd"))
  if (!terms.some((part) => isElement(part, "dt")))
    return [
      element(
        "div",
        parts.map((part) => (isElement(part, "dd") ? { ...part, tagName: "div" } : part))
      )
    ]
  const found: Array<Element> = []
  for (const part of terms) {
    if (!isElement(part)) continue
    if (isElement(part, "dt")) {
      const signature =
        hasClass(part, "sig") ||
        (part.data === undefined &&
          attribute(part, "id").includes(".") &&
          find(part, (each) => isElement(each, "code", "tt")) !== undefined)
      const term = signature
        ? [element("code", [{ type: "text", value: lineOf(part) }])]
        : [element("strong", part.children)]
      const blocky = !signature && find(part, isBlock) !== undefined
      found.push(element("li", blocky ? part.children : [element("p", term)]))
    } else if (found.length === 0) found.push(element("li", [{ ...part, tagName: "div" }]))
    else found.at(-1)!.children.push({ ...part, tagName: "div" })
  }
  return [element("ul", found)]
}

const alignment = (cell: Element): string =>
  /text-align:\s*(left|right|center)/.exec(attribute(cell, "style"))?.[1] ?? attribute(cell, "align")

const span = (cell: Element, name: "colSpan" | "rowSpan"): number => {
  const value = Number(attribute(cell, name) || 1)
  return Number.isInteger(value) && value > 1 ? value : 1
}

interface Budget {
  merged: number
}

/** A table, or what is in it where it only arranges other things. */
const table = (node: Element, budget: Budget): ReadonlyArray<ElementContent> | undefined => {
  const inside = [...elements(node, (each) => !isElement(each, "table"))]
  const rows = inside.filter((each) => isElement(each, "tr"))
  const cells = inside.filter((each) => isElement(each, "td", "th"))
  const columns = Math.max(0, ...rows.map((row) => row.children.filter((child) => isElement(child)).length))
  const layout = attribute(node, "role") === "presentation" || cells.length <= 1 || rows.length * columns > maxCells
  if (layout) return cells.flatMap((cell) => [{ ...cell, tagName: "div" }])
  for (const [index, row] of rows.entries()) {
    for (const cell of row.children) {
      if (!isElement(cell, "td", "th")) continue
      const align = alignment(cell)
      const wide = Math.min(span(cell, "colSpan"), 50)
      const high = Math.min(span(cell, "rowSpan"), rows.length - index)
      budget.merged -= wide * high - 1
      const kept = wide * high > 1 && budget.merged >= 0
      cell.properties = { ...(align === "" ? {} : { align }), ...(kept ? { colSpan: wide, rowSpan: high } : {}) }
    }
  }
  const caption = inside.find((each) => isElement(each, "caption"))
  if (caption === undefined || lineOf(caption) === "") return undefined
  const rest = { ...node, children: node.children.filter((child) => !isElement(child, "caption")) }
  return [element("p", [element("em", caption.children)]), rest]
}

const unwrapped = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  const holdsBlock = inline.has(node.tagName) && node.data === undefined && find(node, isBlock) !== undefined
  if (holdsBlock) return [element("div", node.children)]
  const [only, ...more] = isElement(node, "code") ? node.children : []
  if (more.length === 0 && isElement(only, "a")) return [{ ...only, children: [element("code", only.children)] }]
  return undefined
}

/** The levels of headings, moved down one where there is another of level 1 than the title. */
const shiftHeadings = (root: Root): void => {
  if (find(root, (each) => isElement(each, "h1")) === undefined) return
  for (const each of elements(root)) {
    const level = /^h([1-5])$/.exec(each.tagName)?.[1]
    if (level !== undefined) each.tagName = `h${Number(level) + 1}`
  }
}

const tidy = (root: Root | Element): void => {
  for (const child of root.children) {
    if (child.type === "text")
      child.value = child.value.replaceAll("\u00a0", " ").replaceAll(/[\u200b\ufeff\u00ad]/g, "")
    else if (isElement(child)) tidy(child)
  }
}

const formats = new Set(["b", "strong", "i", "em", "s", "del", "strike", "a", "u", "mark"])

/** Moves the spaces at the ends of formatted texts out of them, and joins those that touch. */
const loosen = (root: Root | Element): void => {
  const found: Array<ElementContent> = []
  for (const child of root.children) {
    if (child.type === "doctype") continue
    if (!isElement(child)) {
      found.push(child)
      continue
    }
    loosen(child)
    if (!formats.has(child.tagName) || child.data !== undefined) {
      found.push(child)
      continue
    }
    const last = found.at(-1)
    const joins = child.tagName !== "a" && isElement(last, child.tagName) && last.data === undefined
    const first = child.children[0]
    if (!joins && first?.type === "text" && /^\s/.test(first.value)) {
      first.value = first.value.trimStart()
      found.push({ type: "text", value: " " })
    }
    if (joins) last.children.push(...child.children)
    else found.push(child)
    const end = child.children.at(-1)
    if (end?.type === "text" && /\s$/.test(end.value)) {
      end.value = end.value.trimEnd()
      found.push({ type: "text", value: " " })
    }
  }
  root.children = found
}

/** Brings what is below a node into the shapes that markdown has. The title is no longer in it. */
export const shape = (root: Root): void => {
  const budget: Budget = { merged: maxMerged }
  const change =
    (nesting: number, inTable: boolean) =>
    (node: Element): ReadonlyArray<ElementContent> | undefined => {
      const again = (found: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> => {
        const holder = element("div", [...found])
        rewrite(holder, change(nesting, inTable))
        return holder.children
      }
      const held = unwrapped(node)
      if (held !== undefined) return again(held)
      if (isElement(node, "dl")) return again(definitions(node))
      if (isElement(node, "table")) {
        const found = inTable ? undefined : table(node, budget)
        if (found !== undefined && !found.some((each) => isElement(each, "table"))) return again(found)
        for (const each of found ?? [node]) if (isElement(each)) rewrite(each, change(nesting, true))
        return found ?? [node]
      }
      const nests = isElement(node, "ul", "ol", "blockquote") && node.data === undefined
      if (nests && nesting >= maxNesting) {
        return again([
          element(
            "div",
            node.children.map((child) => (isElement(child, "li") ? { ...child, tagName: "div" } : child))
          )
        ])
      }
      if (isElement(node, "ul", "ol")) items(node)
      if (isElement(node, "li")) task(node)
      if (/^h[1-6]$/.test(node.tagName)) {
        if (textOf(node).trim() === "" && find(node, (each) => isElement(each, "img")) === undefined) return []
        rewrite(node, (each) => (isElement(each, "br") ? [{ type: "text", value: " " }] : undefined))
      }
      if (!nests) return undefined
      rewrite(node, change(nesting + 1, inTable))
      return [node]
    }
  tidy(root)
  loosen(root)
  shiftHeadings(root)
  rewrite(root, change(0, false))
}

/** Whether an element is a section of a page by name or class. */
export const isSection = (node: Element): boolean =>
  isElement(node, "section") || classes(node).some((name) => /^sect(?:ion|\d)$/.test(name))
