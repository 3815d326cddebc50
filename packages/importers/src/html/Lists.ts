/** Reads the lists of HTML: their items, tasks and numbers. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, classes, element, find, hasClass, isBlank, isElement, rewrite } from "./Hast.js"

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

/** Makes a task of an item that begins with a checkbox. */
export const task = (item: Element): void => {
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
export const items = (list: Element): void => {
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

/** The numbers of the items of a list; `undefined` if they are 1, 2, 3, or as many from its start. */
const numbersOf = (list: Element): ReadonlyArray<number> | undefined => {
  const items = list.children.filter((each): each is Element => isElement(each, "li"))
  const isReversed = attribute(list, "reversed") !== ""
  if (!isReversed && !items.some((each) => attribute(each, "value") !== "")) return undefined
  const start = Number.parseInt(attribute(list, "start"), 10)
  let next = Number.isNaN(start) ? (isReversed ? items.length : 1) : start
  return items.map((each) => {
    const stated = Number.parseInt(attribute(each, "value"), 10)
    const number = Number.isNaN(stated) ? next : stated
    next = number + (isReversed ? -1 : 1)
    return number
  })
}

/** A list whose numbers do not follow each other, as lists whose numbers do: markdown states the first number only. */
const splitList = (list: Element): ReadonlyArray<Element> => {
  const numbers = numbersOf(list)
  if (numbers === undefined) return [list]
  const lists: Array<Element> = []
  let at = 0
  let next = Number.NaN
  for (const child of list.children) {
    const number = isElement(child, "li") ? numbers[at++]! : next
    const last = lists.at(-1)
    if (last === undefined || (isElement(child, "li") && number !== next))
      lists.push({ ...list, properties: { start: number }, children: [child] })
    else last.children.push(child)
    if (isElement(child, "li")) next = number + 1
  }
  return lists
}

/** Splits the lists below a node where their numbers do. */
export const splitLists = (root: Root): void => {
  rewrite(root, (node) => {
    if (!isElement(node, "ol") || node.data !== undefined || numbersOf(node) === undefined) return undefined
    for (const child of node.children) if (isElement(child)) splitLists({ type: "root", children: [child] })
    return splitList(node)
  })
}

const isSingle = (list: Element): boolean => list.children.filter((each) => !isBlank(each)).length === 1

/** Joins lists that a tool wrote as one list for each item. */
export const joinLists = (root: Root | Element): void => {
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
