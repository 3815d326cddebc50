/** Checkboxes: in the lists of tasks that markdown has, and elsewhere as the sign that they have there. */
import type { Element, ElementContent, Root, Text } from "hast"
import { attribute, element, hasClass, isBlank, isElement, markedInline, rewrite } from "./Hast.js"

const input = (checked: boolean): Element => element("input", [], { type: "checkbox", checked })

/** The boxes that Asciidoctor writes as characters in its checklists, and those that are nothing but boxes. */
const checklist = /^\s*[✓❏]\s+/
const boxes = /^\s*[☐☑☒]\s+/

/** The text that an item begins with. */
const firstText = (item: Element): Text | undefined => {
  const first = item.children.find((child) => !isBlank(child))
  if (first?.type === "text") return first
  return isElement(first, "p", "span", "label", "div") ? firstText(first) : undefined
}

/** Makes an element of the box at the beginning of an item. */
const readItem = (item: Element, drawn: RegExp): void => {
  const text = firstText(item)
  if (text === undefined || !drawn.test(text.value)) return
  item.children.unshift(element("label", [input(/^\s*[✓☑☒]/.test(text.value))]))
  text.value = text.value.replace(drawn, "")
}

/** Makes an element of each checkbox that a style sheet or a character draws, as in pages from Notion. */
export const readCheckboxes = (root: Root): void =>
  rewrite(root, (node) => {
    if (isElement(node, "ul", "ol")) {
      const drawn = hasClass(node, "checklist") ? checklist : boxes
      for (const each of node.children) if (isElement(each, "li")) readItem(each, drawn)
    }
    return hasClass(node, "checkbox-on", "checkbox-off") ? [input(hasClass(node, "checkbox-on"))] : undefined
  })

/** Replaces the checkboxes that are not in lists. */
export const signCheckboxes = (root: Root | Element): void =>
  rewrite(root, (node): ReadonlyArray<ElementContent> | undefined => {
    if (isElement(node, "li")) return [node]
    if (!isElement(node, "input") || attribute(node, "type") !== "checkbox") return undefined
    return [markedInline({ kind: "checkbox", checked: attribute(node, "checked") !== "" })]
  })
