/** Restores the lists and the title of pages that Word saved as HTML: both are paragraphs there. */
import type { Element, Root } from "hast"
import { mark } from "../docx/MarkNames.js"
import { groupItems } from "../docx/Marks.js"
import { attribute, element, elements, find, hasClass, isElement, rewrite, textOf } from "./Hast.js"

const listed = /mso-list:\s*(l\d+)\s+level(\d+)/

/** The sign or number before an item, which browsers show and Word ignores. */
const isSign = (node: Element): boolean => /mso-list:\s*ignore/i.test(attribute(node, "style"))

/** Makes items of paragraphs in lists. Letters and Roman numerals count on from the item before. */
const readItems = (root: Root): void => {
  const counts = new Map<string, number>()
  for (const node of elements(root)) {
    const [, list, level] = (isElement(node, "p", "div") && listed.exec(attribute(node, "style"))) || []
    const sign = list === undefined ? undefined : find(node, isSign)
    if (list === undefined || sign === undefined) continue
    const depth = Number(level)
    const shown = textOf(sign).trim()
    for (const key of counts.keys())
      if (key.startsWith(`${list}/`) && Number(key.split("/")[1]) > depth) counts.delete(key)
    const isCounted = /^\(?[\da-z]{1,6}[.)]/i.test(shown)
    const number = isCounted
      ? Number(/\d+/.exec(shown)?.[0] ?? 0) || (counts.get(`${list}/${depth}`) ?? 0) + 1
      : undefined
    if (number !== undefined) counts.set(`${list}/${depth}`, number)
    rewrite(node, (each) => (isSign(each) ? [] : undefined))
    const { attributes } = mark("li", depth - 1, list, number ?? "")
    node.tagName = "p"
    node.children.unshift(element("a", [], { id: attributes["w:name"] ?? "" }))
  }
}

/** Makes lists and a title of the paragraphs that stand for them. */
export const readWordHtml = (root: Root): void => {
  let isWord = false
  // Word ends each paragraph with an element of its own.
  rewrite(root, (each) => (each.tagName === "o:p" ? each.children : undefined))
  for (const each of elements(root)) {
    if (each.tagName === "p" && hasClass(each, "MsoTitle")) each.tagName = "h1"
    isWord ||= listed.test(attribute(each, "style"))
  }
  if (!isWord) return
  readItems(root)
  groupItems(root)
}
