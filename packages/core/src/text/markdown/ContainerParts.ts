/** Block tags that have only parts, such as tabs. */
import type { DocumentNode } from "./DocumentNode.js"
import { replaced, withNodes } from "./ReplacedNodes.js"

type Nodes = ReadonlyArray<DocumentNode>

/** The part that each of these tags consists of. */
const partOf: ReadonlyMap<string | undefined, string> = new Map([
  ["tabs", "tab"],
  ["stepper", "step"],
  ["columns", "column"]
])

const ordered = (node: DocumentNode, part: string): Nodes => {
  const before: Array<DocumentNode> = []
  const own: Array<{ readonly part: DocumentNode; readonly nodes: Array<DocumentNode> }> = []
  for (const each of inParts(node.nodes ?? [])) {
    if (each.type === part) own.push({ part: each, nodes: [...(each.nodes ?? [])] })
    else (own.at(-1)?.nodes ?? before).push(each)
  }
  if (own.length === 0) return before
  return [...before, { ...node, nodes: own.map(({ nodes, part }) => ({ ...part, nodes })) }]
}

/**
 * The nodes with nothing but parts in the tags that consist of them, so that nothing is left out where only parts are
 * shown: what stands after a part belongs to it, and what stands before the first one comes before the tag.
 */
export const inParts = (nodes: Nodes): Nodes =>
  replaced(nodes, (node) => {
    const part = partOf.get(node.type)
    return part === undefined ? withNodes(node, inParts) : ordered(node, part)
  })
