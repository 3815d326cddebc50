/** The differences between two versions of a page, as marks in the nodes of the later one. */

import { hunksOf } from "../../content/merge/Diff.js"
import { type ContentNode, type NodeType, statedType } from "../../text/markdown/ContentNode.js"

type Nodes = ReadonlyArray<ContentNode>

/** The kind of change to the nodes inside a `change` node. */
export type ChangeKind = "added" | "removed" | "edited"

const change = (object: "block" | "inline", kind: ChangeKind, nodes: Nodes): Nodes =>
  nodes.length === 0 ? [] : [{ object, type: "change", data: { change: kind }, nodes }]

const keyOf = (node: ContentNode): string => JSON.stringify(node)

const isInline = ({ object }: ContentNode): boolean => object !== "block"

/** Texts split into words, so that they can be compared word by word. */
const words = (nodes: Nodes): Nodes =>
  nodes.flatMap((node) =>
    node.object === "text" ? (node.text ?? "").split(/(?<=\s)|(?=\s)/).map((text) => ({ ...node, text })) : [node]
  )

const sameMarks = (left: ContentNode, right: ContentNode): boolean =>
  left.object === "text" && right.object === "text" && (left.marks ?? []).join() === (right.marks ?? []).join()

const joined = (nodes: Nodes): Nodes => {
  const found: Array<ContentNode> = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (last !== undefined && sameMarks(last, node)) {
      found[found.length - 1] = { ...last, text: (last.text ?? "") + (node.text ?? "") }
    } else found.push(node)
  }
  return found
}

const markInlines = (before: Nodes, after: Nodes): Nodes => {
  const [old, young] = [words(before), words(after)]
  const found: Array<ContentNode> = []
  let at = 0
  for (const { base, side } of hunksOf(old.map(keyOf), young.map(keyOf))) {
    for (const node of joined(young.slice(at, side.from))) found.push(node)
    for (const node of change("inline", "removed", joined(old.slice(base.from, base.to)))) found.push(node)
    for (const node of change("inline", "added", joined(young.slice(side.from, side.to)))) found.push(node)
    at = side.to
  }
  return [...found, ...joined(young.slice(at))]
}

const sameShape = (before: ContentNode, after: ContentNode): boolean =>
  before.type === after.type &&
  before.object === after.object &&
  JSON.stringify(before.data) === JSON.stringify(after.data)

/** The blocks whose content is compared: other blocks that differ are shown in their current version. */
const compared: ReadonlySet<NodeType | undefined> = new Set([
  "paragraph",
  "heading-1",
  "heading-2",
  "heading-3",
  "heading-4",
  "heading-5",
  "heading-6",
  "list-unordered",
  "list-ordered",
  "list-tasks",
  "list-item",
  "blockquote",
  "hint",
  "table",
  "table-row",
  "table-cell"
])

const within = (before: ContentNode, after: ContentNode): ContentNode => {
  const [old, young] = [before.nodes ?? [], after.nodes ?? []]
  const inline = [...old, ...young].every(isInline)
  return { ...after, nodes: inline ? markInlines(old, young) : markInside(old, young) }
}

/** Whether a node is an item of a list, or a row or a cell of a table, which only its contents can mark. */
const isPart = (node: ContentNode): boolean =>
  node.type === "list-item" || statedType(node)?.startsWith("table-") === true

const marked = (node: ContentNode, kind: ChangeKind): Nodes =>
  isPart(node) ? [filled(node, kind)] : change("block", kind, [node])

/** Marks changes inside a block, whose contents keep their form, so that lists stay lists and tables tables. */
const markInside = (before: Nodes, after: Nodes): Nodes => {
  const found: Array<ContentNode> = []
  let at = 0
  for (const { base, side } of hunksOf(before.map(keyOf), after.map(keyOf))) {
    for (const node of after.slice(at, side.from)) found.push(node)
    for (let index = side.from; index < side.to; index++) {
      const [old, young] = [before[base.from + index - side.from], after[index]!]
      const paired = old !== undefined && index - side.from < base.to - base.from
      if (paired && sameShape(old, young) && compared.has(young.type)) found.push(within(old, young))
      else for (const node of marked(young, paired && !isPart(young) ? "edited" : "added")) found.push(node)
    }
    const kept = Math.min(base.to, base.from + side.to - side.from)
    for (const node of before.slice(kept, base.to).flatMap((each) => marked(each, "removed"))) found.push(node)
    at = side.to
  }
  return [...found, ...after.slice(at)]
}

const filled = (node: ContentNode, kind: ChangeKind): ContentNode => {
  const nodes = node.nodes ?? []
  if (nodes.length > 0 && nodes.every(isInline)) return { ...node, nodes: change("inline", kind, nodes) }
  return { ...node, nodes: nodes.map((inner) => filled(inner, kind)) }
}

/** A block that was edited: compared by words if its form is the same, else shown in its current version. */
const edited = (old: ContentNode, young: ContentNode): Nodes =>
  change("block", "edited", [sameShape(old, young) && compared.has(young.type) ? within(old, young) : young])

/** Blocks that replace others: blocks of the same kind in the same order count as the same block, edited. */
const replaced = (before: Nodes, after: Nodes): Nodes => {
  const kinds = (nodes: Nodes) => nodes.map((node) => `${statedType(node)} ${String(node.data?.name ?? "")}`)
  const found: Array<ContentNode> = []
  const at = { before: 0, after: 0 }
  const pairUpTo = (end: number): void => {
    while (at.before < end) for (const node of edited(before[at.before++]!, after[at.after++]!)) found.push(node)
  }
  for (const { base, side } of hunksOf(kinds(before), kinds(after))) {
    pairUpTo(base.from)
    for (const node of change("block", "removed", before.slice(base.from, base.to))) found.push(node)
    for (const node of change("block", "added", after.slice(side.from, side.to))) found.push(node)
    at.before = base.to
    at.after = side.to
  }
  pairUpTo(before.length)
  return found
}

/**
 * The later of two versions with `change` nodes around the differences: around blocks that were added, removed or
 * edited, and, inside edited blocks, around words.
 */
export const markChanges = (before: Nodes, after: Nodes): Nodes => {
  const found: Array<ContentNode> = []
  let at = 0
  for (const { base, side } of hunksOf(before.map(keyOf), after.map(keyOf))) {
    for (const node of after.slice(at, side.from)) found.push(node)
    for (const node of replaced(before.slice(base.from, base.to), after.slice(side.from, side.to))) found.push(node)
    at = side.to
  }
  return [...found, ...after.slice(at)]
}
