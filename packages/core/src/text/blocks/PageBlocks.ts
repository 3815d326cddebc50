/** Converts the blocks of a page to blocks to be typeset. */
import { chunksOf } from "effect/Array"
import { type ContentNode, isOfKind, type NodeType, showsContents, type TagType } from "../markdown/ContentNode.js"
import { documentReference } from "../markdown/DocumentReference.js"
import { elementAttribute, elementName } from "../markdown/HtmlNodes.js"
import { dataText, headingLevel, plainText, referenceOf } from "../markdown/NodeReading.js"
import { describedOperation } from "../openapi/TagOperations.js"
import type { PdfBlock, PdfBlocks, PdfImage, PdfInlines, PdfItem } from "./BlockDocument.js"
import { imageOf, type Setting, toInlines, trimmed } from "./Inlines.js"
import { htmlTable, markdownTable } from "./Tables.js"

type Nodes = ReadonlyArray<ContentNode>

/** The maximum nesting of blocks in print; deeper ones are put at that depth. */
const depthLimit = 8

/** The number of columns of a block that stand next to each other; further ones stand below them. */
const columnsBeside = 6

const isInline = (node: ContentNode): boolean =>
  node.object === "text" ||
  (node.object === "inline" && node.type !== "change") ||
  inlineElements.has(elementName(node))

const inlineElements: ReadonlySet<string> = new Set(
  "a abbr b br cite code del em font i input ins kbd label mark q s samp small span strike strong sub sup tt u var".split(
    " "
  )
)

const hintStyles = { info: "info", success: "success", warning: "warning", danger: "danger", tip: "success" } as const

const isHintStyle = (style: string): style is keyof typeof hintStyles => Object.hasOwn(hintStyles, style)

const figure = (images: ReadonlyArray<PdfImage>, caption: PdfInlines): PdfBlocks =>
  images.length === 0 ? [] : [{ type: "figure", images, caption }]

const imagesIn = (nodes: Nodes, setting: Setting): ReadonlyArray<PdfImage> =>
  nodes.flatMap((node) => {
    const isImage = elementName(node) === "img" || node.type === "image"
    return isImage ? [imageOf(node, setting)] : imagesIn(node.nodes ?? [], setting)
  })

const find = (nodes: Nodes, name: string): ContentNode | undefined => {
  for (const node of nodes) {
    const found = elementName(node) === name ? node : find(node.nodes ?? [], name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Content that only a screen can show, as its URL. */
const embed = (node: ContentNode, label: string, setting: Setting, address?: string): PdfBlocks => {
  const reference = address === undefined ? referenceOf(node) : documentReference(address)
  const to = reference === undefined ? undefined : setting.target(reference)
  const caption = trimmed(toInlines(node.nodes ?? [], setting))
  const block = { type: "embed", ...(to !== undefined && { to }) } as const
  const written = dataText(node, "caption")
  if (reference === undefined || reference.kind === "url") {
    return [{ ...block, label: reference?.url ?? written ?? label, caption }]
  }
  const said = plainText(node.nodes ?? []).trim()
  const name = (node.type === "content-ref" ? setting.title(reference) : written) ?? said
  const isNamed = name === said || node.type === "content-ref"
  return [{ ...block, label: name === "" ? label : name, caption: isNamed ? [] : caption }]
}

interface Reading {
  readonly setting: Setting
  readonly depth: number
}

const listOf = (node: ContentNode, reading: Reading): PdfBlock => {
  const ordered = node.type === "list-ordered" || elementName(node) === "ol"
  const items = (node.nodes ?? []).filter(({ type }) => type === "list-item" || type === "element")
  const start = Number(node.data?.start ?? elementAttribute(node, "start") ?? 1)
  return {
    type: "list",
    ...(ordered && { start: Number.isSafeInteger(start) && start >= 0 ? start : 1 }),
    items: items.map((item): PdfItem => {
      const children = blocks(item.nodes ?? [], reading)
      return { ...(typeof item.data?.checked === "boolean" && { checked: item.data.checked }), children }
    })
  }
}

const titled = (node: ContentNode, name: NodeType<"contents">, reading: Reading) =>
  (node.nodes ?? [])
    .filter(({ type }) => type === name)
    .map((inner) => ({
      title: dataText(inner, "title") ?? "",
      width: Number.parseFloat(dataText(inner, "width") ?? ""),
      children: blocks(inner.nodes ?? [], reading)
    }))

const alignOf = (node: ContentNode): "left" | "center" | "right" | undefined => {
  const align = elementName(node) === "center" ? "center" : elementAttribute(node, "align")
  return align === "left" || align === "center" || align === "right" ? align : undefined
}

const aligned = (children: PdfBlocks, align: ReturnType<typeof alignOf>): PdfBlocks =>
  align === undefined ? children : children.map((block) => (block.type === "paragraph" ? { ...block, align } : block))

const elementBlocks = (node: ContentNode, reading: Reading): PdfBlocks => {
  const { setting } = reading
  const nodes = node.nodes ?? []
  switch (elementName(node)) {
    case "details": {
      const summary = nodes.find((inner) => elementName(inner) === "summary")
      const rest = nodes.filter((inner) => inner !== summary)
      return [
        { type: "details", summary: trimmed(toInlines(summary?.nodes ?? [], setting)), children: blocks(rest, reading) }
      ]
    }
    case "figure":
    case "picture": {
      const caption = find(nodes, "figcaption")
      const images = imagesIn(nodes, setting)
      if (images.length === 0) return blocks(nodes, reading)
      return figure(images, trimmed(toInlines(caption?.nodes ?? [], setting)))
    }
    case "img":
      return figure([imageOf(node, setting)], [])
    case "table":
      return htmlTable(node, (cell) => blocks(cell, reading))
    case "ul":
    case "ol":
      return [listOf(node, reading)]
    case "blockquote":
      return [{ type: "quote", children: blocks(nodes, reading) }]
    case "pre":
      return [{ type: "code", text: plainText(nodes) }]
    case "hr":
      return [{ type: "divider" }]
    case "iframe":
    case "video":
    case "audio":
    case "embed":
      return embed(node, elementName(node), setting, elementAttribute(node, "src") ?? "")
    default:
      return aligned(blocks(nodes, reading), alignOf(node))
  }
}

/** The part of a specification that a tag names or describes, or else a link to a page that shows it. */
const operation = (node: ContentNode, reading: Reading): PdfBlocks => {
  const { setting } = reading
  const found = setting.operation(node)
  if (found !== undefined) return found
  const described = describedOperation(node, setting.words, (inner) => blocks(inner, reading)) ?? []
  if (described.length > 0 && referenceOf(node) === undefined) return described
  return [...described, ...embed(node, dataText(node, "spec") ?? node.type ?? "", setting)]
}

const tagBlocks = (node: ContentNode, type: TagType, reading: Reading): PdfBlocks => {
  const { setting } = reading
  const nodes = node.nodes ?? []
  if (isOfKind(type, "operation")) return operation(node, reading)
  switch (type) {
    case "hint": {
      const style = dataText(node, "style") ?? "info"
      const known = isHintStyle(style) ? hintStyles[style] : "info"
      return [{ type: "hint", style: known, children: blocks(nodes, reading) }]
    }
    case "tabs":
      return [{ type: "tabs", tabs: titled(node, "tab", reading).map(({ children, title }) => ({ title, children })) }]
    case "stepper":
      return [{ type: "steps", steps: titled(node, "step", reading).map(({ children }) => children) }]
    case "columns": {
      const columns = titled(node, "column", reading).map(({ children, width }) => ({
        ...(width > 0 && width <= 100 && { width }),
        children
      }))
      return chunksOf(columns, columnsBeside).map((some) => ({ type: "columns", columns: some }))
    }
    case "embed":
    case "file":
    case "content-ref":
    case "include":
      return embed(node, type, setting)
    case "update": {
      const date = dataText(node, "date")
      const caption: PdfBlocks =
        date === undefined ? [] : [{ type: "caption", level: 2, children: [{ type: "text", text: date }] }]
      return [...caption, ...blocks(nodes, reading)]
    }
    case "if":
      return blocks(nodes, reading)
    default:
      return type satisfies never
  }
}

const blockOf = (node: ContentNode, reading: Reading): PdfBlocks => {
  const { setting } = reading
  const nodes = node.nodes ?? []
  const level = headingLevel(node)
  if (level !== undefined) {
    const children = trimmed(toInlines(nodes, setting))
    if (children.length === 0) return []
    const place = setting.place(node, level)
    return place === undefined ? [{ type: "paragraph", children }] : [{ type: "heading", level, ...place, children }]
  }
  if (showsContents(node.type)) return blocks(nodes, reading)
  switch (node.type) {
    case "paragraph": {
      const children = trimmed(toInlines(nodes, setting))
      return children.length === 0 ? [] : [{ type: "paragraph", children }]
    }
    case "list-ordered":
    case "list-unordered":
    case "list-tasks":
      return [listOf(node, reading)]
    case "blockquote":
      return [{ type: "quote", children: blocks(nodes, reading) }]
    case "code": {
      const [language, title] = [dataText(node, "syntax"), dataText(node, "title")]
      return [
        {
          type: "code",
          text: plainText(nodes),
          ...(language !== undefined && { language }),
          ...(title !== undefined && { title }),
          ...(node.data?.lineNumbers === true && { numbered: true })
        }
      ]
    }
    case "table":
      return markdownTable(node, setting)
    case "divider":
      return [{ type: "divider" }]
    case "images":
      return figure(imagesIn(nodes, setting), [])
    case "math":
      return [{ type: "math", formula: dataText(node, "formula") ?? "" }]
    case "footnote":
      return []
    case "link":
    case "image":
    case "html":
      return blocks(nodes, reading)
    case "element":
      return elementBlocks(node, reading)
    case "change": {
      const { change } = node.data ?? {}
      const children = blocks(nodes, reading)
      if (children.length === 0) return []
      return [{ type: "change", change: change === "removed" || change === "added" ? change : "edited", children }]
    }
    default:
      return tagBlocks(node, node.type, reading)
  }
}

const blocks = (nodes: Nodes, { depth, setting }: Reading): PdfBlocks => {
  const reading = { setting, depth: depth + 1 }
  const found: Array<PdfBlock> = []
  let line: Array<ContentNode> = []
  const flush = (): void => {
    const children = trimmed(toInlines(line, setting))
    if (children.length > 0) found.push({ type: "paragraph", children })
    line = []
  }
  for (const node of nodes) {
    if (isInline(node)) line.push(node)
    else {
      flush()
      const made = blockOf(node, reading)
      for (const block of depth >= depthLimit ? made.flatMap(unnested) : made) found.push(block)
    }
  }
  flush()
  return found
}

/** The contents of a block that is nested too deeply. */
const unnested = (block: PdfBlock): PdfBlocks => {
  if (block.type === "list") return block.items.flatMap(({ children }) => children)
  if (block.type === "tabs") return block.tabs.flatMap(({ children }) => children)
  if (block.type === "steps") return block.steps.flat()
  if (block.type === "columns") return block.columns.flatMap(({ children }) => children)
  if (block.type === "table") return block.rows.flat().flatMap(({ children }) => children)
  const isNesting =
    block.type === "quote" || block.type === "hint" || block.type === "details" || block.type === "change"
  return isNesting ? block.children : [block]
}

/** The nodes of a page as blocks. */
export const toBlocks = (nodes: Nodes, setting: Setting): PdfBlocks => blocks(nodes, { setting, depth: 0 })
