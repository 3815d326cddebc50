/** Separates chips, such as badges, tags and statuses, whose distance only a style sheet says. */
import type { Element, ElementContent, Root } from "hast"
import { classes, hasClass, isBlock, isElement, textOf } from "./Hast.js"

const names =
  /^(?:vp)?(?:badge|chip|pill|lozenge|status|selected-value|tag|user|aui-lozenge|md-tag|label-(?:default|primary|success|info|warning|danger))(?:$|[-_])|[-_](?:badge|chip|pill|lozenge)$/i

/** Whether an element is a link, or holds nothing else. */
const isLink = (node: Element): boolean =>
  isElement(node, "a") ||
  (isElement(node, "span") && node.children.length === 1 && isElement(node.children[0]) && isLink(node.children[0]))

/** Whether an element is a chip; links side by side in a cell are, as in relations of Notion. */
const isChip = (node: ElementContent | undefined, isInCell: boolean): boolean =>
  isElement(node) &&
  !isBlock(node) &&
  textOf(node).trim() !== "" &&
  ((isInCell && isLink(node)) || classes(node).some((name) => names.test(name)))

/** Whether an element is an emoji before a name. */
const isIcon = (node: ElementContent): boolean =>
  isElement(node) && hasClass(node, "icon") && textOf(node).trim() !== ""

/** The separator between two neighbours: a comma between chips, and a space between a chip and a word. */
const separator = (left: ElementContent | undefined, right: ElementContent, isInCell: boolean): string => {
  if (left === undefined || isBlock(left) || isBlock(right)) return ""
  if (isChip(left, isInCell) && isChip(right, isInCell)) return ", "
  if (isIcon(left) && /^\S/.test(textOf(right))) return " "
  if (!isChip(left, false) && !isChip(right, false)) return ""
  return /[\p{L}\p{N}]$/u.test(textOf(left)) && /^[\p{L}\p{N}]/u.test(textOf(right)) ? " " : ""
}

/** Puts separators between chips and what they touch. */
export const separateChips = (root: Root | Element): void => {
  const found: Array<ElementContent> = []
  for (const child of root.children) {
    if (child.type === "doctype") continue
    if (isElement(child) && !isElement(child, "pre", "code", "svg")) separateChips(child)
    const between = separator(found.at(-1), child, root.type === "element" && isElement(root, "td"))
    if (between !== "") found.push({ type: "text", value: between })
    found.push(child)
  }
  root.children = found
}
