/** Flattens blocks to one line, for cells and headings. */
import type { Nodes, PhrasingContent } from "mdast"

/** A text node. */
export const text = (value: string): PhrasingContent => ({ type: "text", value })

/** The text of a node without formatting. */
export const plainText = (node: Nodes): string =>
  "value" in node ? node.value : "children" in node ? node.children.map(plainText).join("") : ""

/** Inline HTML. The serializer treats it as a block if it has no name. */
export const inlineHtml = (value: string, name: string): PhrasingContent => ({
  type: "html",
  value,
  data: { hName: name }
})

/** The `<br>` between former paragraphs. */
export const lineBreak = inlineHtml("<br>", "br")

/** Converts any nodes to inline content: blocks become lines. */
export const flat = (nodes: ReadonlyArray<Nodes>): Array<PhrasingContent> => {
  const found: Array<PhrasingContent> = []
  const newLine = (): void => {
    if (found.length > 0 && found.at(-1) !== lineBreak) found.push(lineBreak)
  }
  for (const node of nodes) {
    if (node.type === "break") newLine()
    else if (node.type === "code") {
      newLine()
      for (const [index, line] of node.value.split("\n").entries()) {
        if (index > 0) newLine()
        if (line !== "") found.push({ type: "inlineCode", value: line })
      }
      newLine()
    } else if (node.type === "math") found.push({ type: "inlineMath", value: node.value.replaceAll("\n", " ") })
    else if (node.type === "list") {
      for (const [index, item] of node.children.entries()) {
        newLine()
        found.push(text(node.ordered === true ? `${(node.start ?? 1) + index}. ` : "• "), ...flat(item.children))
      }
      newLine()
    } else if (node.type === "blockTag" && node.children.length === 0) {
      const url = node.attributes.url ?? node.attributes.src ?? ""
      if (url !== "") found.push({ type: "link", url, children: [text(url)] })
    } else if (node.type === "html" && node.data?.hName === undefined) continue
    else if (
      node.type === "paragraph" ||
      node.type === "heading" ||
      node.type === "blockquote" ||
      node.type === "blockTag" ||
      node.type === "htmlElement" ||
      node.type === "table" ||
      node.type === "tableRow" ||
      node.type === "tableCell" ||
      node.type === "footnoteDefinition"
    ) {
      newLine()
      found.push(...flat(node.children))
      newLine()
    } else if (node.type === "strong" || node.type === "emphasis" || node.type === "delete" || node.type === "link") {
      found.push({ ...node, children: flat(node.children) })
    } else if (
      node.type === "text" ||
      node.type === "inlineCode" ||
      node.type === "image" ||
      node.type === "html" ||
      node.type === "inlineMath" ||
      node.type === "footnoteReference"
    )
      found.push(node)
  }
  while (found.at(-1) === lineBreak) found.pop()
  return found
}
