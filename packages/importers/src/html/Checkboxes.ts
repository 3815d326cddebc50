/** Checkboxes: in the lists of tasks that markdown has, and elsewhere as the sign that they have there. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, hasClass, isElement, markedInline, rewrite } from "./Hast.js"

/** Makes an element of each checkbox that a style sheet draws, as in pages from Notion. */
export const readCheckboxes = (root: Root): void =>
  rewrite(root, (node) => {
    if (!hasClass(node, "checkbox-on", "checkbox-off")) return undefined
    return [element("input", [], { type: "checkbox", checked: hasClass(node, "checkbox-on") })]
  })

/** Replaces the checkboxes in a table that are not in lists. */
export const signCheckboxes = (table: Element): void =>
  rewrite(table, (node): ReadonlyArray<ElementContent> | undefined => {
    if (isElement(node, "li")) return [node]
    if (!isElement(node, "input") || attribute(node, "type") !== "checkbox") return undefined
    return [markedInline({ kind: "checkbox", checked: attribute(node, "checked") !== "" })]
  })
