/** Checkboxes: in the lists of tasks that markdown has, and elsewhere as the sign that they have there. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, find, hasClass, isElement, markedInline, rewrite } from "./Hast.js"

const input = (checked: boolean): Element => element("input", [], { type: "checkbox", checked })

/** The boxes that Asciidoctor writes as characters. */
const drawn = /^[✓❏]\s+/

/** Makes an element of the box at the beginning of an item of an Asciidoctor checklist. */
const readItem = (item: Element): void => {
  const first = find(item, (each) => each.children[0]?.type === "text" && drawn.test(each.children[0].value))
  const text = first?.children[0]
  if (text?.type !== "text") return
  item.children.unshift(input(text.value.startsWith("✓")))
  text.value = text.value.replace(drawn, "")
}

/** Makes an element of each checkbox that a style sheet or a character draws, as in pages from Notion. */
export const readCheckboxes = (root: Root): void =>
  rewrite(root, (node) => {
    if (isElement(node, "ul") && hasClass(node, "checklist"))
      for (const each of node.children) if (isElement(each, "li")) readItem(each)
    return hasClass(node, "checkbox-on", "checkbox-off") ? [input(hasClass(node, "checkbox-on"))] : undefined
  })

/** Replaces the checkboxes that are not in lists. */
export const signCheckboxes = (root: Root | Element): void =>
  rewrite(root, (node): ReadonlyArray<ElementContent> | undefined => {
    if (isElement(node, "li")) return [node]
    if (!isElement(node, "input") || attribute(node, "type") !== "checkbox") return undefined
    return [markedInline({ kind: "checkbox", checked: attribute(node, "checked") !== "" })]
  })
