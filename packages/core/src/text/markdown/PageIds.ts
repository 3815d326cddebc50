/** The ids of a page: the fragments of addresses that lead into it. */
import type { ContentNode } from "./ContentNode.js"
import { gitbookIds } from "./GitBookIds.js"
import { anchored, elementId } from "./NodeReading.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { pageNodes } from "./ReadingNodes.js"

/** The ids of a page's title, of its headings at any level, with those of GitBook, and of its elements of HTML. */
export const pageIds = (markdown: string, reading: Reading = gitbookReading): ReadonlySet<string> => {
  const { nodes, title } = pageNodes(markdown, reading)
  const anchors = new Map<ContentNode, string>()
  const ids = new Set<string>(title === undefined ? [] : [title.anchor])
  const visit = (inner: ReadonlyArray<ContentNode>): void => {
    for (const node of inner) {
      const id = elementId(node)
      if (id !== undefined) ids.add(id)
      visit(node.nodes ?? [])
    }
  }
  visit(anchored(nodes, anchors, title?.anchor, reading))
  for (const anchor of anchors.values()) ids.add(anchor)
  for (const id of gitbookIds(anchors, ids).values()) ids.add(id)
  return ids
}
