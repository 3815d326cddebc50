/** A page's body as a tree of document nodes (`format=document`). */
import type { Token } from "markdown-it"
import type { BlockTag } from "./BlockTag.js"
import { codeTitle } from "./CodeTitle.js"
import { type ContentNode, type NodeType, tagType } from "./ContentNode.js"
import type { DocumentNode } from "./DocumentNode.js"
import { documentReference } from "./DocumentReference.js"
import { split } from "./FrontMatter.js"
import { attribute, imageNode, inlineNodes, textNode } from "./InlineTree.js"
import { lineStarts } from "./LineStarts.js"
import { nodeOf, parserOf, tagOf } from "./Parser.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { replaced } from "./ReplacedNodes.js"
import { tagPairs } from "./TagPairs.js"

type Nodes = ReadonlyArray<ContentNode>

const block = (type: NodeType, nodes: Nodes, data: ContentNode["data"] = {}): ContentNode => ({
  object: "block",
  type,
  data,
  nodes
})

/** A block by its name; the fields are in the order in which a document states them. */
const namedBlock = (name: string, nodes: Nodes, data: ContentNode["data"] = {}): ContentNode => ({
  object: "block",
  ...tagType(name),
  data,
  nodes
})

/** The title and the numbers that the first line of a code block states, as site generators write them. */
const infoData = (info: string): ContentNode["data"] => {
  const title = codeTitle(info)
  return {
    ...(title !== undefined && { title }),
    ...(/\s(?:showLineNumbers|linenums=)/.test(info) && { lineNumbers: true })
  }
}

/** Gives a code block a single text instead of a `code-line` for each of its lines, which may be very many. */
export const keepInOneText = (token: Token): void => {
  if (token.type === "fence" || token.type === "code_block") token.meta = { ...token.meta, inOneText: true }
}

const codeNode = (token: Token, data: ContentNode["data"] = {}): ContentNode => {
  const syntax = token.info.trim().split(/\s+/)[0] ?? ""
  const code = token.content.replace(/\n$/, "")
  const texts = (text: string): Nodes => (text === "" ? [] : [textNode(text)])
  const nodes =
    token.meta?.inOneText === true ? texts(code) : code.split("\n").map((line) => block("code-line", texts(line)))
  return block("code", nodes, { ...(syntax === "" ? {} : { syntax }), ...infoData(token.info), ...data })
}

const caption = /<figcaption\b[^<>]*>[\s\S]*?(?:<\/figcaption>|$)/gi
const figure = /<img\b([^<>]*)>/gi
const htmlAttribute = (attributes: string, name: string): string | undefined => {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "i").exec(attributes)
  return match?.[1] ?? match?.[2]
}

/** HTML: images if it shows nothing else, otherwise kept as it is. */
const htmlNode = (html: string): ContentNode => {
  const rest = html.replaceAll(caption, "").replaceAll(/<\/?(?:figure|picture|div|p|img)\b[^<>]*>/gi, "")
  const images = [...html.matchAll(figure)].flatMap((match): Nodes => {
    const src = htmlAttribute(match[1]!, "src")
    if (src === undefined) return []
    const alt = htmlAttribute(match[1]!, "alt")
    const data = { ref: documentReference(src), ...(alt === undefined || alt === "" ? {} : { alt }) }
    return [{ object: "block", type: "image", data }]
  })
  return images.length > 0 && rest.trim() === "" ? block("images", images) : block("html", [], { html: html.trimEnd() })
}

const tagData = (tag: BlockTag): Record<string, unknown> => {
  const data: Record<string, unknown> = {}
  for (const { key, value } of tag.arguments) {
    if (key === "url" || key === "src" || key === "href" || (key === "" && tag.name === "include")) {
      data.ref = documentReference(value)
    } else if (key !== "") data[key] = value === "true" ? true : value === "false" ? false : value
  }
  if (tag.name === "if" || tag.name === "elseif") data.condition = tag.text
  return data
}

/** The index of the token that closes the one at `open`, for constructs that markdown itself nests. */
const closing = (tokens: ReadonlyArray<Token>, open: number): number => {
  let depth = 0
  for (let index = open; index < tokens.length; index++) {
    depth += tokens[index]!.nesting
    if (depth === 0) return index
  }
  return tokens.length
}

/** The maximum nesting of block tags; deeper ones are not nested. */
const depthLimit = 50

const task = /^\[([ xX])\][ \t]+/

const listNode = (token: Token, inner: ReadonlyArray<Token>, depth: number): ContentNode => {
  const items = blockNodes(inner, depth)
  const checks = items.map((item) => {
    const first = item.nodes?.[0]
    const text = first?.type === "paragraph" ? first.nodes?.[0] : undefined
    return text?.object === "text" ? task.exec(text.text ?? "") : null
  })
  if (token.type !== "bullet_list_open" || items.length === 0 || checks.some((check) => check === null)) {
    const start = Number(attribute(token, "start") ?? 1)
    if (token.type === "bullet_list_open") return block("list-unordered", items)
    return block("list-ordered", items, start === 1 ? {} : { start })
  }
  const tasks = items.map((item, index): ContentNode => {
    const [paragraph, ...others] = item.nodes ?? []
    const [text, ...rest] = paragraph?.nodes ?? []
    const shown = (text?.text ?? "").slice(checks[index]![0].length)
    const nodes = [...(shown === "" ? [] : [{ ...text!, text: shown }]), ...rest]
    return block("list-item", [{ ...paragraph!, nodes }, ...others], { checked: checks[index]![1] !== " " })
  })
  return block("list-tasks", tasks)
}

const tableNode = (inner: ReadonlyArray<Token>): ContentNode => {
  const rows: Array<ContentNode> = []
  let cells: Array<ContentNode> = []
  for (const [index, token] of inner.entries()) {
    if (token.type === "tr_open") cells = []
    else if (token.type === "tr_close") rows.push(block("table-row", cells))
    else if (token.type === "th_open" || token.type === "td_open") {
      const align = /text-align:(\w+)/.exec(attribute(token, "style") ?? "")?.[1]
      const data = { ...(token.type === "th_open" ? { header: true } : {}), ...(align === undefined ? {} : { align }) }
      cells.push(block("table-cell", inlineNodes(inner[index + 1]?.children ?? []), data))
    }
  }
  return block("table", rows)
}

const paragraphNode = (inline: Token | undefined): Nodes => {
  const children = inline?.children ?? []
  const images = children.filter((each) => each.type === "image")
  const only = children.every(
    (each) => each.type === "image" || each.type === "softbreak" || (each.type === "text" && each.content.trim() === "")
  )
  if (images.length > 0 && only) {
    return [
      block(
        "images",
        images.map((each) => imageNode(each, "block"))
      )
    ]
  }
  const nodes = inlineNodes(children)
  return nodes.length === 0 ? [] : [block("paragraph", nodes)]
}

const containerNode = (token: Token, inner: ReadonlyArray<Token>, depth: number): Nodes => {
  if (token.type === "paragraph_open") return paragraphNode(inner[0])
  if (token.type === "heading_open")
    return [namedBlock(`heading-${token.tag.slice(1)}`, inlineNodes(inner[0]?.children ?? []))]
  if (token.type === "blockquote_open") return [block("blockquote", blockNodes(inner, depth))]
  if (token.type === "bullet_list_open" || token.type === "ordered_list_open") return [listNode(token, inner, depth)]
  if (token.type === "list_item_open") return [block("list-item", blockNodes(inner, depth))]
  return token.type === "table_open" ? [tableNode(inner)] : blockNodes(inner, depth)
}

const tagNodes = (tag: BlockTag, inner: ReadonlyArray<Token>, depth: number): ContentNode => {
  const [only] = inner
  if (tag.name === "code" && inner.length === 1 && (only?.type === "fence" || only?.type === "code_block")) {
    return codeNode(only, tagData(tag))
  }
  return namedBlock(tag.name, blockNodes(inner, depth), tagData(tag))
}

function blockNodes(tokens: ReadonlyArray<Token>, depth: number): Nodes {
  const pairs = depth < depthLimit ? tagPairs(tokens) : new Map<number, number>()
  const nodes: Array<ContentNode> = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const tag = tagOf(token)
    if (tag !== undefined) {
      const end = pairs.get(index)
      if (end !== undefined) {
        nodes.push(tagNodes(tag, tokens.slice(index + 1, end), depth + 1))
        index = end
      } else if (!tag.name.startsWith("end")) nodes.push(namedBlock(tag.name, [], tagData(tag)))
    } else if (token.nesting === 1) {
      const end = closing(tokens, index)
      for (const node of containerNode(token, tokens.slice(index + 1, end), depth)) nodes.push(node)
      index = end
    } else if (token.type === "fence" || token.type === "code_block") nodes.push(codeNode(token))
    else if (token.type === "hr") nodes.push(block("divider", []))
    else if (token.type === "html_block") {
      if (token.content.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "").trim() !== "") nodes.push(htmlNode(token.content))
    } else {
      const node = nodeOf(token)
      if (node !== undefined) nodes.push(node)
    }
  }
  return nodes
}

/** The nodes of the tokens of an extended parser. */
export const nodesOf = (tokens: ReadonlyArray<Token>): Nodes => blockNodes(tokens, 0)

/** The nodes as a document states them: unknown tags under their own names. */
const stated = (nodes: Nodes): ReadonlyArray<DocumentNode> =>
  replaced(nodes, (node): DocumentNode => {
    if (node.type === undefined || node.nodes === undefined) return node
    const inner = stated(node.nodes)
    if (node.tag === undefined && inner === node.nodes) return node
    const { tag, ...fields } = node
    return { ...fields, type: tag ?? node.type, nodes: inner }
  })

/**
 * The tree of a text without its front matter. Blocks: paragraph, heading-1 to heading-6, list-unordered, list-ordered,
 * list-tasks with list-item, blockquote, code with code-line, table with table-row and table-cell, divider, images with
 * image, html, and every block tag under its own name with its arguments in `data`. Inline: link, image, html.
 * References are in `data.ref`.
 */
export const documentTree = (markdown: string, reading: Reading = gitbookReading): DocumentNode => ({
  object: "document",
  data: {},
  nodes: stated(blockNodes(parserOf(reading).parse(markdown.slice(split(markdown).bodyStart), {}), 0))
})

/**
 * The trees of the outermost blocks of a text. `starts` are the offsets at which they begin, in order; each gets the
 * nodes of what begins between it and the next one, read with the definitions of the whole text.
 */
export const blockTrees = (
  markdown: string,
  starts: ReadonlyArray<number>,
  reading: Reading = gitbookReading
): ReadonlyArray<ReadonlyArray<DocumentNode>> => {
  const { bodyStart } = split(markdown)
  const body = markdown.slice(bodyStart)
  const lines = lineStarts(body)
  const groups: Array<Array<Token>> = starts.map(() => [])
  let block = 0
  for (const token of parserOf(reading).parse(body, {})) {
    if (token.level === 0 && token.nesting >= 0 && token.map !== null) {
      const at = bodyStart + (lines[token.map[0]] ?? body.length)
      while (block + 1 < starts.length && at >= starts[block + 1]!) block++
    }
    groups[block]?.push(token)
  }
  return groups.map((tokens) => stated(blockNodes(tokens, 0)))
}
