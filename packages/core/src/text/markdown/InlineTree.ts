/** Inline markdown as document nodes: texts with marks, links, images. */
import type { Token } from "markdown-it"
import type { ContentNode } from "./ContentNode.js"
import { documentReference } from "./DocumentReference.js"
import { inlineText, nodeOf } from "./Parser.js"

const marks: Readonly<Record<string, string>> = { strong: "bold", em: "italic", s: "strikethrough" }

/** The attribute of a token, as a string; `undefined` if it has none. */
export const attribute = (token: Token, name: string): string | undefined => {
  const value = token.attrGet(name)
  return value === null ? undefined : String(value)
}

/** A text node. */
export const textNode = (text: string, marked: ReadonlyArray<string> = []): ContentNode =>
  marked.length === 0 ? { object: "text", text } : { object: "text", text, marks: [...marked] }

/** The node of an image, as a block or inline. */
export const imageNode = (token: Token, object: "block" | "inline"): ContentNode => {
  const title = attribute(token, "title")
  const alt = inlineText(token.children ?? [])
  return {
    object,
    type: "image",
    data: {
      ref: documentReference(attribute(token, "src") ?? ""),
      ...(alt === "" ? {} : { alt }),
      ...(title === undefined ? {} : { title })
    }
  }
}

const same = (left: ReadonlyArray<string> = [], right: ReadonlyArray<string> = []): boolean =>
  left.length === right.length && left.every((mark, index) => mark === right[index])

const add = (nodes: Array<ContentNode>, node: ContentNode): void => {
  const last = nodes.at(-1)
  if (node.object === "text" && last?.object === "text" && same(node.marks, last.marks)) {
    nodes[nodes.length - 1] = { ...last, text: (last.text ?? "") + (node.text ?? "") }
  } else if (node.object !== "text" || node.text !== "") nodes.push(node)
}

/** The nodes of some inline tokens. Line breaks become spaces, hard ones newlines; HTML is kept as inline `html`. */
export const inlineNodes = (tokens: ReadonlyArray<Token>): ReadonlyArray<ContentNode> => {
  const stack: Array<{
    readonly nodes: Array<ContentNode>
    readonly close: (nodes: Array<ContentNode>) => ContentNode
  }> = []
  let nodes: Array<ContentNode> = []
  let marked: ReadonlyArray<string> = []
  /** The number of open marks of each kind: a mark inside the same mark adds nothing. */
  const depths = new Map<string, number>()
  for (const token of tokens) {
    const mark = marks[token.tag]
    const node = nodeOf(token)
    if (node !== undefined) add(nodes, node)
    else if (token.type === "text") add(nodes, textNode(token.content, marked))
    else if (token.type === "code_inline") add(nodes, textNode(token.content, [...marked, "code"]))
    else if (token.type === "softbreak") add(nodes, textNode(" ", marked))
    else if (token.type === "hardbreak") add(nodes, textNode("\n", marked))
    else if (token.type === "image") add(nodes, imageNode(token, "inline"))
    else if (token.type === "html_inline") add(nodes, { object: "inline", type: "html", data: { html: token.content } })
    else if (mark !== undefined) {
      const depth = (depths.get(mark) ?? 0) + token.nesting
      depths.set(mark, depth)
      if (token.nesting === 1 && depth === 1) marked = [...marked, mark]
      else if (depth === 0) marked = marked.filter((each) => each !== mark)
    } else if (token.type === "link_open") {
      const title = attribute(token, "title")
      const data = {
        ref: documentReference(attribute(token, "href") ?? ""),
        ...(title === undefined ? {} : { title })
      }
      stack.push({ nodes, close: (inner) => ({ object: "inline", type: "link", data, nodes: inner }) })
      nodes = []
    } else if (token.type === "link_close") {
      const outer = stack.pop()
      if (outer === undefined) continue
      add(outer.nodes, outer.close(nodes))
      nodes = outer.nodes
    }
  }
  return nodes
}
