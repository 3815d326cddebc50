/** Replaces nodes of a document without copying the unchanged ones. */
import type { ContentNode } from "./ContentNode.js"
import type { DocumentNode } from "./DocumentNode.js"

type Nodes = ReadonlyArray<ContentNode>

/**
 * The nodes with each replaced by the node, or the nodes, that `by` returns for it. The same array if `by` returns every
 * node itself.
 */
export const replaced = <A extends B, B extends DocumentNode>(
  nodes: ReadonlyArray<A>,
  by: (node: A) => B | ReadonlyArray<B>
): ReadonlyArray<B> => {
  let made: Array<B> | undefined
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!
    const next = by(node)
    if (made === undefined && next === node) continue
    made ??= nodes.slice(0, index)
    if ("object" in next) made.push(next)
    else for (const each of next) made.push(each)
  }
  return made ?? nodes
}

/** A node with its inner nodes replaced by the result of `by`; the same node if these are the same. */
export const withNodes = (node: ContentNode, by: (nodes: Nodes) => Nodes): ContentNode => {
  if (node.nodes === undefined || node.nodes.length === 0 || node.type === "code") return node
  const nodes = by(node.nodes)
  return nodes === node.nodes ? node : { ...node, nodes }
}
