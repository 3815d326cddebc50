/** Pages as data for the template: texts cut at emoji, formulas converted, files under names. */

import { type PdfWords, wordsIn } from "@lectern/core/internal/pdf/PdfWords"
import type {
  PdfBlock,
  PdfBlocks,
  PdfDocument,
  PdfImage,
  PdfInline,
  PdfInlines,
  PdfPage
} from "@lectern/core/pdf/PdfDocument"
import { levelOf } from "./Contents.js"
import { emojiPattern } from "./Emojis.js"
import { type ReadFormula, toTypst } from "./Formulas.js"
import { type Fields, type Json, Signs } from "./Signs.js"
import { columnsOf, fitTable, isTight, isWhole } from "./Tables.js"
import { breakable, direction, directionOf, languageOf } from "./Words.js"

/** What can be tried before it is used: Typst stops at the first thing that it cannot set. */
export interface Trials {
  /** Which of some formulas Typst can set. */
  readonly formulas: (formulas: ReadonlyArray<string>) => ReadonlySet<string>
  /** Which of some files it can show, by path. */
  readonly images: (files: ReadonlyMap<string, Uint8Array>) => ReadonlySet<string>
}

/** What goes along to the turned sheet of a table that comes after it. */
const leads: ReadonlySet<string> = new Set(["heading", "caption"])

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

/** Turns the pages of a document into data, and gathers the files that they show. */
export class Preparing {
  readonly files = new Map<string, Uint8Array>()
  readonly #signs = new Signs(this.files)
  readonly #formulas = new Map<string, string>()
  readonly #images = new Map<string, string>()
  readonly #words: PdfWords
  /** The formulas with a part that is shown as it was written. */
  readonly unread = new Set<string>()

  constructor(document: PdfDocument, trials: Trials) {
    this.#words = wordsIn(document.language)
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
    const converted = new Map<string, ReadFormula>()
    for (const formula of formulasIn(document.pages, new Set())) {
      this.unread.add(formula)
      const typst = toTypst(formula)
      if (typst !== undefined) converted.set(formula, typst)
    }
    const working = trials.formulas([...new Set([...converted.values()].map(({ typst }) => typst))])
    for (const [formula, { isPartial, typst }] of converted) {
      if (working.has(typst)) this.#formulas.set(formula, typst)
      if (!isPartial && working.has(typst)) this.unread.delete(formula)
    }
  }

  /** A text outside of pages. */
  text(text: string): ReadonlyArray<Json> {
    return this.#signs.text(text)
  }

  image({ alt, file, url, width }: PdfImage): Fields {
    const path = file === undefined ? undefined : this.#images.get(file)
    return {
      type: "image",
      alt: alt === "" ? this.#words.image : alt,
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
        return this.#signs.text(inline.text, inline.marks === undefined ? {} : { marks: inline.marks })
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
        const nested = levelOf(level - 1, block.depth)
        const children = this.inlines(block.children.filter(({ type }) => type !== "footnote"))
        const tight = isTight([block], 16, 1)
        return { ...block, nested, tight, children, ...direction(block.children) }
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
          text: block.text.replaceAll("\t", "  ").replaceAll(/(?<=\p{L})[\ufe0e\ufe0f]/gu, ""),
          emojis: this.#signs.inCode(block.text),
          ...(block.language !== undefined && { language: languageOf(block.language) })
        }
      case "table":
        return this.table(block, level, false)
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
            title: this.#signs.text(title),
            children: this.blocks(children, level)
          }))
        }
      case "steps":
        return { ...block, steps: block.steps.map((step) => this.blocks(step, level)) }
      case "columns":
        return {
          ...block,
          columns: block.columns.map((column) => ({
            ...column,
            tight: isTight(column.children, 10, (column.width ?? 100 / block.columns.length) / 110),
            children: this.blocks(column.children, level)
          }))
        }
      case "details":
        return { ...block, summary: this.inlines(block.summary), children: this.blocks(block.children, level) }
      case "embed":
        return {
          type: block.type,
          label: this.#signs.text(block.label),
          caption: this.inlines(block.caption),
          ...(block.to !== undefined && { to: { ...block.to } })
        }
      case "divider":
        return block
      case "endpoint":
        return { ...block, path: breakable(block.path), server: breakable(block.server ?? "") }
      case "caption":
        return { ...block, children: this.inlines(block.children) }
      case "fields":
        return {
          ...block,
          fields: block.fields.map(({ children, flags, kind, name }) => ({
            name: breakable(name),
            kind: breakable(kind),
            flags,
            children: this.blocks(children, level)
          }))
        }
      default:
        return { ...block, children: this.blocks(block.children, level) }
    }
  }

  blocks(blocks: PdfBlocks, level: number): ReadonlyArray<Json> {
    return blocks.map((block) => this.block(block, level))
  }

  /** A table; `turns` where it may have a turned sheet of its own. */
  table(block: Extract<PdfBlock, { readonly type: "table" }>, level: number, turns: boolean): Fields {
    const fit = fitTable(block, turns)
    const places = columnsOf(block)
    const whole = block.rows.map(isWhole)
    return {
      ...block,
      size: fit.size,
      inset: fit.inset,
      widths: fit.widths,
      turned: fit.isTurned,
      rows: block.rows.map((row, y) =>
        row.map((cell, index) => ({
          ...cell,
          tight: fit.isTight(cell, places[y]?.[index] ?? 0),
          whole: whole[y] ?? false,
          children: this.blocks(cell.children, level)
        }))
      )
    }
  }

  /** The blocks of a page, those that need a turned sheet with what leads to them. */
  content(blocks: PdfBlocks, level: number): ReadonlyArray<Json> {
    const found: Array<Fields> = []
    for (const block of blocks) {
      const made = block.type === "table" ? this.table(block, level, true) : this.block(block, level)
      const last = found.at(-1)
      if (made.turned !== true) found.push(made)
      else if (last?.type === "turned") {
        found[found.length - 1] = { ...last, children: [...(last.children as ReadonlyArray<Json>), made] }
      } else {
        const lead: Array<Fields> = []
        const isIntroduced = found.at(-1)?.type === "paragraph" && leads.has(String(found.at(-2)?.type))
        while (lead.length < 3 && (leads.has(String(found.at(-1)?.type)) || (isIntroduced && lead.length === 0))) {
          const one = found.pop()
          if (one !== undefined) lead.unshift(one)
        }
        found.push({ type: "turned", children: [...lead, made] })
      }
    }
    return found
  }

  page(page: PdfPage): Fields {
    const picture = page.emoji === undefined ? undefined : this.#signs.emoji(page.emoji)
    return {
      place: page.place,
      title: this.#signs.text(page.title),
      name: page.title.replaceAll(emojiPattern, "").replaceAll(/\s+/g, " ").trim(),
      ...(page.number !== undefined && { number: page.number }),
      depth: page.depth,
      tight: isTight([{ type: "paragraph", children: [{ type: "text", text: page.title }] }], 20, 1),
      ...(picture !== undefined && { emoji: picture }),
      ...(page.description !== undefined &&
        page.description !== "" && { description: this.#signs.text(page.description) }),
      ...(page.change !== undefined && { change: page.change }),
      ...direction([{ type: "text", text: page.title }]),
      children: this.content(page.children, page.depth + 1)
    }
  }
}
