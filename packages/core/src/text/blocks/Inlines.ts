/** Converts the running text of a page to text to be typeset. */
import { addressParts } from "../markdown/BareAddresses.js"
import { type ContentNode, isOfKind } from "../markdown/ContentNode.js"
import { type DocumentReference, documentReference } from "../markdown/DocumentReference.js"
import { elementAttribute, elementName } from "../markdown/HtmlNodes.js"
import { dataText, referenceOf } from "../markdown/NodeReading.js"
import type { PdfBlocks, PdfImage, PdfInline, PdfInlines, PdfMark, PdfTarget } from "./BlockDocument.js"
import type { PdfWords } from "./DocumentWords.js"
import type { HeadingPlace } from "./Outline.js"

/** The context that the nodes of a page refer to. */
export interface Setting {
  /** The target of a reference; `undefined` if there is none. */
  readonly target: (reference: DocumentReference) => PdfTarget | undefined
  /** The title of the page that a reference leads to; `undefined` if it is not in the document. */
  readonly title: (reference: DocumentReference) => string | undefined
  /** The picture of a reference, as a file of the document or a URL. */
  readonly picture: (reference: DocumentReference) => Pick<PdfImage, "file" | "url">
  /** The place of a heading that is shown; called once for each, in their order. */
  readonly place: (heading: ContentNode, level: number) => (HeadingPlace & { readonly place: string }) | undefined
  /** The part of a specification that a tag shows; `undefined` if there is none. */
  readonly operation: (tag: ContentNode) => PdfBlocks | undefined
  /** The words of the document's language. */
  readonly words: PdfWords
  /** The text of a footnote; `undefined` if there is none with that name. */
  readonly footnote: (label: string) => PdfInlines | undefined
}

const markOf: Readonly<Record<string, PdfMark>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  cite: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  del: "strikethrough",
  strike: "strikethrough",
  mark: "mark",
  sub: "sub",
  sup: "sup",
  kbd: "kbd",
  code: "code",
  samp: "code",
  tt: "code"
}

const isMark = (mark: string): mark is PdfMark =>
  mark === "bold" || mark === "italic" || mark === "strikethrough" || mark === "code"

const widthOf = (written: string | undefined): PdfImage["width"] => {
  const found = /^\s*(\d{1,5})(?:\.\d+)?\s*(px|%)?\s*$/.exec(written ?? "")
  const value = Number(found?.[1] ?? 0)
  if (found === null || value === 0) return undefined
  return found[2] === "%" ? { unit: "%", value: Math.min(value, 100) } : { unit: "px", value }
}

/** The picture of an `image` node or an `img` element. */
export const imageOf = (node: ContentNode, { picture }: Setting): PdfImage => {
  const isElement = node.type === "element"
  const alt = isElement ? elementAttribute(node, "alt") : dataText(node, "alt")
  const reference = isElement ? documentReference(elementAttribute(node, "src") ?? "") : referenceOf(node)
  const width = isElement ? widthOf(elementAttribute(node, "width")) : undefined
  return {
    type: "image",
    alt: alt ?? "",
    ...(reference !== undefined && picture(reference)),
    ...(width !== undefined && { width })
  }
}

/** The marks of text in which an address is not a link. */
const verbatim: ReadonlySet<PdfMark> = new Set(["code", "kbd"])

/** A line of text, in which addresses are links, except in code. */
const lineOf = (line: string, marks: ReadonlyArray<PdfMark>, { target }: Setting): PdfInlines => {
  const plain = (text: string): PdfInlines => [
    { type: "text", text, ...(marks.length > 0 && { marks: [...new Set(marks)] }) }
  ]
  if (line === "") return []
  return marks.some((mark) => verbatim.has(mark))
    ? plain(line)
    : addressParts(line).flatMap(({ isAddress, text }) =>
        isAddress ? linked(target(documentReference(text)), plain(text)) : plain(text)
      )
}

const textOf = (text: string, marks: ReadonlyArray<PdfMark>, setting: Setting): PdfInlines =>
  text.split("\n").flatMap((line, index): PdfInlines => {
    const shown = lineOf(line, marks, setting)
    return index === 0 ? shown : [{ type: "break" }, ...shown]
  })

/** A link around some text; links inside it, and a picture's own link, are dropped. */
const linked = (to: PdfTarget | undefined, inner: PdfInlines): PdfInlines => {
  if (to === undefined || inner.length === 0) return inner
  const children = inner.flatMap((each) => (each.type === "link" ? each.children : [each]))
  return [{ type: "link", to, children }]
}

const elementInlines = (node: ContentNode, setting: Setting, marks: ReadonlyArray<PdfMark>): PdfInlines => {
  const name = elementName(node)
  if (name === "br") return [{ type: "break" }]
  if (name === "img") return [imageOf(node, setting)]
  if (name === "input") {
    const isChecked = elementAttribute(node, "checked") !== undefined
    return elementAttribute(node, "type") === "checkbox" ? [{ type: "text", text: isChecked ? "☒ " : "☐ " }] : []
  }
  const mark = markOf[name]
  const children = toInlines(node.nodes ?? [], setting, mark === undefined ? marks : [...marks, mark])
  const href = name === "a" ? elementAttribute(node, "href") : undefined
  return href === undefined ? children : linked(setting.target(documentReference(href)), children)
}

const toInline = (node: ContentNode, setting: Setting, marks: ReadonlyArray<PdfMark>): PdfInlines => {
  if (node.object === "text") return textOf(node.text ?? "", [...marks, ...(node.marks ?? []).filter(isMark)], setting)
  const inner = () => toInlines(node.nodes ?? [], setting, marks)
  if (!isOfKind(node.type, "inline")) return inner()
  switch (node.type) {
    case "element":
      return elementInlines(node, setting, marks)
    case "link": {
      const reference = referenceOf(node)
      return linked(reference === undefined ? undefined : setting.target(reference), inner())
    }
    case "image":
      return [imageOf(node, setting)]
    case "math":
      return [{ type: "math", formula: dataText(node, "formula") ?? "" }]
    case "footnote": {
      const children = setting.footnote(dataText(node, "label") ?? "")
      return children === undefined ? [] : [{ type: "footnote", children }]
    }
    case "change":
      return [{ type: "change", change: node.data?.change === "removed" ? "removed" : "added", children: inner() }]
    case "html":
      return inner()
    default:
      return node.type satisfies never
  }
}

/** Some nodes as running text; blocks among them lose their form. */
export const toInlines = (
  nodes: ReadonlyArray<ContentNode>,
  setting: Setting,
  marks: ReadonlyArray<PdfMark> = []
): PdfInlines => nodes.flatMap((node) => toInline(node, setting, marks))

const isSpace = (inline: PdfInline | undefined): boolean =>
  inline?.type === "break" || (inline?.type === "text" && inline.text.trim() === "")

/** Running text without the spaces and breaks at its ends. */
export const trimmed = (inlines: PdfInlines): PdfInlines => {
  let [from, to] = [0, inlines.length]
  while (from < to && isSpace(inlines[from])) from++
  while (to > from && isSpace(inlines[to - 1])) to--
  return inlines.slice(from, to)
}

/** Blocks as running text, each on its own line. */
export const onLines = (nodes: ReadonlyArray<ContentNode>, setting: Setting): PdfInlines =>
  nodes.flatMap((node, index): PdfInlines => {
    const children = trimmed(toInlines([node], setting))
    return index === 0 || children.length === 0 ? children : [{ type: "break" }, ...children]
  })
