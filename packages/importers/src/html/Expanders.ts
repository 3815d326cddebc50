/** Recognizes content that a page shows on a click: below a button that controls it, or in an expander of Confluence. */
import type { Element, ElementContent, Root } from "hast"
import { attribute, element, find, hasClass, isBlank, isElement, lineOf } from "./Hast.js"

const isButton = (node: Element): boolean =>
  isElement(node, "button") &&
  attribute(node, "ariaExpanded") !== "" &&
  attribute(node, "ariaHasPopup") === "" &&
  attribute(node, "role") !== "tab"

/** Whether an element shows and hides the one after it, and nothing else. */
const controls = (node: Element, next: Element): boolean => {
  if (hasClass(node, "expand-control")) return hasClass(next, "expand-content")
  const button = isButton(node) ? node : find(node, isButton)
  if (button === undefined || lineOf(button) === "" || lineOf(button) !== lineOf(node)) return false
  const id = attribute(button, "ariaControls")
  return (
    id !== "" && id === attribute(next, "id") && isElement(next, "div", "section", "dd", "p") && lineOf(next) !== ""
  )
}

/** Makes details of controls and what they control. */
export const readExpanders = (root: Root | Element): void => {
  let control: Element | undefined
  const found: Array<ElementContent> = []
  for (const child of root.children) {
    if (child.type === "doctype") continue
    if (isElement(child) && control !== undefined && controls(control, child)) {
      readExpanders(child)
      const summary = element("summary", [{ type: "text", value: lineOf(control) }])
      found.splice(found.indexOf(control), found.length, element("details", [summary, ...child.children]))
      control = undefined
      continue
    }
    if (isElement(child)) readExpanders(child)
    if (!isBlank(child)) control = isElement(child) ? child : undefined
    found.push(child)
  }
  if (found.length < root.children.length) root.children = found
}
