/** Reduces the lists, definitions, tables and headings of HTML to shapes that markdown can express. */
import type { Element, ElementContent, Root } from "hast"
import { signCheckboxes } from "./Checkboxes.js"
import { brokenLines, isBroken } from "./CodeText.js"
import { definitions } from "./Definitions.js"
import { figure } from "./Figures.js"
import {
  attribute,
  classes,
  element,
  elements,
  find,
  hasClass,
  isBlank,
  isBlock,
  isElement,
  rewrite,
  textOf
} from "./Hast.js"
import { callouts, isCallouts, table } from "./Tables.js"

const inline = new Set(
  "b strong i em u s del strike sub sup label font big small mark ins cite abbr code kbd q".split(" ")
)
/** The maximum nesting of lists and quotes; deeper ones become siblings. */
const maxNesting = 12
/** The checkbox at the beginning of a task list item. */
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
  return attribute(item, "dataInlineTaskId") === ""
    ? undefined
    : element("input", [], { type: "checkbox", checked: hasClass(item, "checked") })
}

const task = (item: Element): void => {
  const box = checkbox(item)
  if (box === undefined) return
  rewrite(item, (each) => {
    if (isElement(each, "ul", "ol")) return [each]
    return isElement(each, "input") || hasClass(each, "task-list-indicator") ? [] : undefined
  })
  const [first] = item.children
  if (first?.type === "text") first.value = first.value.trimStart()
  item.children.unshift({ ...box, properties: { ...box.properties, type: "checkbox" } })
}

/** Makes every child of a list an item, and moves a list directly inside it into the preceding item. */
const items = (list: Element): void => {
  const found: Array<ElementContent> = []
  for (const child of list.children) {
    const last = found.findLast((each) => isElement(each, "li"))
    if (isElement(child, "ul", "ol") && isElement(last)) last.children.push(child)
    else if (isElement(child, "li") || !isBlank(child)) found.push(isElement(child) ? child : element("li", [child]))
  }
  list.children = found
}

const itemsOf = (list: Element): number => list.children.filter((each) => isElement(each, "li")).length

/**
 * Whether a list, which has so many items by now, goes on with another list of its kind: lists of one item each, or
 * numbers that continue.
 */
const continues = (list: Element, items: number, next: Element): boolean => {
  const isOf = (each: Element): string =>
    classes(each)
      .filter((name) => name !== "start")
      .join(" ")
  if (list.tagName !== next.tagName || list.data !== undefined || next.data !== undefined) return false
  if (isElement(list, "ul")) return isOf(list) === isOf(next) && (isSingle(next) || isSingle(list))
  return Number(attribute(next, "start")) === Number(attribute(list, "start") || 1) + items
}

const isSingle = (list: Element): boolean => list.children.filter((each) => !isBlank(each)).length === 1

/** Joins lists that a tool wrote as one list for each item. */
const joinLists = (root: Root | Element): void => {
  const found: Array<ElementContent> = []
  let last: Element | undefined
  let items = 0
  for (const child of root.children) {
    if (child.type === "doctype") continue
    if (isElement(child)) joinLists(child)
    if (isElement(child, "ul", "ol") && last !== undefined && continues(last, items, child)) {
      for (const each of child.children) last.children.push(each)
      items += itemsOf(child)
      continue
    }
    if (!isBlank(child)) {
      last = isElement(child, "ul", "ol") ? child : undefined
      items = last === undefined ? 0 : itemsOf(last)
    }
    found.push(child)
  }
  root.children = found
}

/** The reading above a text, in the brackets that browsers without ruby show if the page has them. */
const readings = (ruby: Element): ReadonlyArray<ElementContent> | undefined => {
  if (find(ruby, (each) => isElement(each, "rp")) !== undefined) return undefined
  return ruby.children.map((each) =>
    isElement(each, "rt") ? { ...each, children: [{ type: "text", value: `(${textOf(each).trim()})` }] } : each
  )
}

const unwrapped = (node: Element): ReadonlyArray<ElementContent> | undefined => {
  if (isElement(node, "ruby")) return readings(node)
  const holdsBlock = inline.has(node.tagName) && node.data === undefined && find(node, isBlock) !== undefined
  if (holdsBlock) return [element("div", node.children)]
  if (isBroken(node)) {
    const written = textOf(node)
    const space = (isThere: boolean): ReadonlyArray<ElementContent> => (isThere ? [{ type: "text", value: " " }] : [])
    const lines = brokenLines(node).flatMap((line, index) => [
      ...(index === 0 ? [] : [element("br", [])]),
      ...(line === "" ? [] : [element("code", [{ type: "text", value: line }])])
    ])
    return [...space(/^\s/.test(written)), ...lines, ...space(/\s$/.test(written))]
  }
  const [only, ...more] = isElement(node, "code") ? node.children : []
  if (more.length === 0 && isElement(only, "a")) return [{ ...only, children: [element("code", only.children)] }]
  return undefined
}

/** Moves all headings down one level if the text has headings of level 1 besides the title. */
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

/** Makes an element of each span that only a style strikes out. */
const readStrikes = (root: Root): void => {
  for (const each of elements(root)) {
    const isStruck = hasClass(each, "line-through") || /text-decoration[^;]*line-through/.test(attribute(each, "style"))
    if (each.tagName === "span" && each.data === undefined && isStruck) each.tagName = "del"
  }
}

/** Moves whitespace at the ends of formatted text out of it, and joins adjacent formats. */
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

/** Reduces the content of a node to constructs of markdown. The title must have been removed from it. */
export const shape = (root: Root): void => {
  /** Replaces an emptied block with a line break, so that it still separates lines. */
  const change = (nesting: number, tables: number) => (node: Element) => {
    const found = shaped(nesting, tables)(node)
    return found?.length === 0 && isBlock(node) ? [element("br", [])] : found
  }
  const shaped =
    (nesting: number, tables: number) =>
    (node: Element): ReadonlyArray<ElementContent> | undefined => {
      const again = (found: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> => {
        const holder = element("div", [...found])
        rewrite(holder, change(nesting, tables))
        return holder.children
      }
      const made =
        unwrapped(node) ??
        figure(node) ??
        (isCallouts(node) ? callouts(node) : isElement(node, "dl") && definitions(node))
      if (made) return again(made)
      if (isElement(node, "table")) {
        signCheckboxes(node)
        const found = table(node, tables)
        for (const each of found) if (isElement(each, "table")) rewrite(each, change(nesting, tables + 1))
        return found.flatMap((each) => (isElement(each, "table") ? [each] : again([each])))
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
      rewrite(node, change(nesting + 1, tables))
      return [node]
    }
  tidy(root)
  readStrikes(root)
  loosen(root)
  shiftHeadings(root)
  joinLists(root)
  rewrite(root, change(0, 0))
}

/** Whether an element is a section, by its tag or class. */
export const isSection = (node: Element): boolean =>
  isElement(node, "section") || classes(node).some((name) => /^sect(?:ion|\d)$/.test(name))
