/** Pages as data for the template: texts cut at emoji, formulas converted, files under names. */
import type {
  PdfBlock,
  PdfBlocks,
  PdfCell,
  PdfDocument,
  PdfImage,
  PdfInline,
  PdfInlines,
  PdfPage
} from "@lectern/core/pdf/PdfDocument"
import { emojiOf, emojis } from "./Emojis.js"
import { toTypst } from "./Formulas.js"
import { allText, breakable, breakableLines, direction, directionOf, languageOf } from "./Words.js"

/** Plain data for the template. */
type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** An object for the template. */
export type Fields = { readonly [key: string]: Json }

/** What can be tried before it is used: Typst stops at the first thing that it cannot set. */
export interface Trials {
  /** Which of some formulas Typst can set. */
  readonly formulas: (formulas: ReadonlyArray<string>) => ReadonlySet<string>
  /** Which of some files it can show, by path. */
  readonly images: (files: ReadonlyMap<string, Uint8Array>) => ReadonlySet<string>
}

const emoji = /\p{RGI_Emoji}/gv

const magic: ReadonlyArray<readonly [string, (head: string) => boolean]> = [
  ["png", (head) => head.startsWith("\x89PNG")],
  ["jpg", (head) => head.startsWith("\xff\xd8\xff")],
  ["gif", (head) => head.startsWith("GIF8")],
  ["webp", (head) => head.startsWith("RIFF") && head.slice(8, 12) === "WEBP"],
  ["svg", (head) => /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(head) && !/<html/i.test(head)]
]

const extensionOf = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 512)).toString("latin1")
  return magic.find(([, is]) => is(head))?.[0]
}

const formulasIn = (value: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(value)) for (const each of value) formulasIn(each, found)
  else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    for (const [key, each] of Object.entries(value)) {
      if (key === "formula" && typeof each === "string") found.add(each)
      else formulasIn(each, found)
    }
  }
  return found
}

/** How many cells a table may have for its columns to be measured; larger ones get widths by the length of their texts. */
const measuredCells = 600

const widthsOf = (rows: ReadonlyArray<ReadonlyArray<PdfCell>>, columns: number): ReadonlyArray<number | null> => {
  if (rows.length * columns <= measuredCells) return Array.from({ length: columns }, () => null)
  const widths = Array.from({ length: columns }, () => 4)
  for (const row of rows) {
    if (row.length !== columns) continue
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.min(60, Math.max(widths[index] ?? 4, allText(cell.children).length))
    }
  }
  return widths.map((width) => Math.sqrt(width))
}

/** Turns the pages of a document into data, and gathers the files that they show. */
export class Preparing {
  readonly files = new Map<string, Uint8Array>()
  readonly #emojiPaths = new Map<string, string | undefined>()
  readonly #formulas = new Map<string, string>()
  readonly #images = new Map<string, string>()
  #outlined = false

  constructor(document: PdfDocument, trials: Trials) {
    const candidates = new Map<string, Uint8Array>()
    const paths = new Map<string, string>()
    for (const [index, { bytes, id }] of document.files.entries()) {
      const extension = extensionOf(bytes)
      if (extension === undefined) continue
      const path = `/files/${index}.${extension}`
      candidates.set(path, bytes)
      paths.set(path, id)
    }
    for (const path of trials.images(candidates)) {
      this.files.set(path, candidates.get(path) ?? new Uint8Array())
      this.#images.set(paths.get(path) ?? "", path)
    }
    const converted = new Map<string, string>()
    for (const formula of formulasIn(document.pages, new Set())) {
      const typst = toTypst(formula)
      if (typst !== undefined) converted.set(formula, typst)
    }
    const working = trials.formulas([...new Set(converted.values())])
    for (const [formula, typst] of converted) if (working.has(typst)) this.#formulas.set(formula, typst)
    this.#outlined = document.pages.length === 1
  }

  emoji(written: string): Fields | undefined {
    const text = emojiOf(written)
    if (!this.#emojiPaths.has(text)) {
      const svg = emojis().svg(text)
      const path = svg === undefined ? undefined : `/emoji/${this.#emojiPaths.size}.svg`
      this.#emojiPaths.set(text, path)
      if (path !== undefined && svg !== undefined) this.files.set(path, Buffer.from(svg))
    }
    const file = this.#emojiPaths.get(text)
    return file === undefined ? undefined : { type: "emoji", file, text }
  }

  text(text: string, fields: Fields = {}): ReadonlyArray<Json> {
    const found: Array<Json> = []
    const push = (part: string): void => {
      if (part !== "") found.push({ type: "text", text: breakable(part), ...fields })
    }
    let from = 0
    for (const match of text.matchAll(emoji)) {
      const picture = this.emoji(match[0])
      if (picture === undefined) continue
      push(text.slice(from, match.index))
      found.push(picture)
      from = match.index + match[0].length
    }
    push(text.slice(from))
    return found
  }

  image({ alt, file, url, width }: PdfImage): Fields {
    const path = file === undefined ? undefined : this.#images.get(file)
    return {
      type: "image",
      alt,
      ...(path !== undefined && { path }),
      ...(url !== undefined && { url }),
      ...(width !== undefined && { width: { ...width } })
    }
  }

  formula(formula: string): Fields {
    const typst = this.#formulas.get(formula)
    return { type: "math", formula, ...(typst !== undefined && { typst }) }
  }

  inline(inline: PdfInline): ReadonlyArray<Json> {
    switch (inline.type) {
      case "text":
        return this.text(inline.text, inline.marks === undefined ? {} : { marks: inline.marks })
      case "math":
        return [this.formula(inline.formula)]
      case "image":
        return [this.image(inline)]
      case "break":
        return [{ type: "break" }]
      case "link":
        return [{ type: "link", to: { ...inline.to }, children: this.inlines(inline.children) }]
      case "footnote":
        return [{ type: "footnote", children: this.inlines(inline.children) }]
      case "change":
        return [{ type: "change", change: inline.change, children: this.inlines(inline.children) }]
    }
  }

  inlines(inlines: PdfInlines): ReadonlyArray<Json> {
    return inlines.flatMap((inline) => this.inline(inline))
  }

  block(block: PdfBlock, level: number): Fields {
    switch (block.type) {
      case "paragraph":
        return { ...block, children: this.inlines(block.children), ...direction(block.children) }
      case "heading": {
        const nested = Math.min(level + Math.max(1, block.level - 1), 9)
        const outlined = this.#outlined && block.level <= 3
        const children = this.inlines(block.children.filter(({ type }) => type !== "footnote"))
        return { ...block, nested, outlined, children, ...direction(block.children) }
      }
      case "list":
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, children: this.blocks(item.children, level) })),
          ...directionOf(block.items[0]?.children ?? [])
        }
      case "code":
        return {
          ...block,
          text: breakableLines(block.text),
          ...(block.language !== undefined && { language: languageOf(block.language) })
        }
      case "table":
        return {
          ...block,
          widths: widthsOf(block.rows, block.columns),
          rows: block.rows.map((row) => row.map((cell) => ({ ...cell, children: this.blocks(cell.children, level) })))
        }
      case "figure":
        return {
          ...block,
          images: block.images.map((image) => this.image(image)),
          caption: this.inlines(block.caption)
        }
      case "math":
        return this.formula(block.formula)
      case "tabs":
        return {
          ...block,
          tabs: block.tabs.map(({ children, title }) => ({
            title: this.text(title),
            children: this.blocks(children, level)
          }))
        }
      case "steps":
        return { ...block, steps: block.steps.map((step) => this.blocks(step, level)) }
      case "columns":
        return {
          ...block,
          columns: block.columns.map((column) => ({ ...column, children: this.blocks(column.children, level) }))
        }
      case "details":
        return { ...block, summary: this.inlines(block.summary), children: this.blocks(block.children, level) }
      case "embed":
        return {
          type: block.type,
          label: this.text(block.label),
          caption: this.inlines(block.caption),
          ...(block.to !== undefined && { to: { ...block.to } })
        }
      case "divider":
        return block
      default:
        return { ...block, children: this.blocks(block.children, level) }
    }
  }

  blocks(blocks: PdfBlocks, level: number): ReadonlyArray<Json> {
    return blocks.map((block) => this.block(block, level))
  }

  page(page: PdfPage): Fields {
    const picture = page.emoji === undefined ? undefined : this.emoji(page.emoji)
    return {
      place: page.place,
      title: this.text(page.title),
      depth: page.depth,
      ...(picture !== undefined && { emoji: picture }),
      ...(page.description !== undefined && page.description !== "" && { description: this.text(page.description) }),
      ...(page.change !== undefined && { change: page.change }),
      ...direction([{ type: "text", text: page.title }]),
      children: this.blocks(page.children, Math.min(page.depth + 1, 6))
    }
  }
}
