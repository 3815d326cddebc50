/** Removes formatting that markdown cannot express: bold inside bold, or adjacent code spans. */
import type { Nodes, Parents, PhrasingContent } from "mdast"

/** Formats that have no further effect inside themselves. */
type Format = Extract<Nodes, { type: "strong" | "emphasis" | "delete" | "link" }>

const isFormat = (node: Nodes): node is Format =>
  node.type === "strong" || node.type === "emphasis" || node.type === "delete" || node.type === "link"

/** Merges two adjacent nodes whose delimiters would otherwise run together. */
const joined = (left: Nodes | undefined, right: Nodes): boolean => {
  if (left === undefined) return false
  if ((left.type === "inlineCode" && right.type === "inlineCode") || (left.type === "text" && right.type === "text")) {
    left.value += right.value
    return true
  }
  if (isFormat(left) && isFormat(right) && left.type === right.type && left.type !== "link") {
    left.children.push(...right.children)
    return true
  }
  return false
}

/** Removes formats nested in themselves, and merges adjacent nodes of the same format. */
export const simplify = (node: Parents, open: ReadonlySet<string> = new Set()): void => {
  const unwrapped = (children: ReadonlyArray<Nodes>): ReadonlyArray<Nodes> =>
    children.flatMap((child) => (isFormat(child) && open.has(child.type) ? unwrapped(child.children) : [child]))
  const found: Array<Nodes> = []
  for (const child of unwrapped(node.children)) if (!joined(found.at(-1), child)) found.push(child)
  for (const child of found) {
    if ("children" in child) simplify(child, isFormat(child) ? new Set([...open, child.type]) : open)
  }
  node.children = found as Array<PhrasingContent>
}
