/** Pages as data for the template: texts cut at emoji, formulas converted, files under names. */

import { type PdfWords, wordsIn } from "@lectern/core/internal/text/blocks/DocumentWords"
import type {
  PdfBlock,
  PdfBlocks,
  PdfDocument,
  PdfImage,
  PdfInline,
  PdfInlines,
  PdfPage
} from "@lectern/core/pdf/PdfDocument"
import {
  type AvailableWidth,
  columnWidths,
  fitting,
  inner,
  isNarrow,
  isShort,
  isTight,
  leading,
  sheetWidth
} from "./AvailableWidth.js"
import { levelOf } from "./Contents.js"
import { EmojiSplitting, type Fields, type Json } from "./EmojiSplitting.js"
import { emojiPattern } from "./Emojis.js"
import { type ReadFormula, toTypst } from "./Formulas.js"
import { withPauses, withShortLines } from "./Pauses.js"
import { columnsOf, fitTable, isWhole, isWholeTable, stacked } from "./Tables.js"
import { onTurnedSheets } from "./TurnedSheets.js"
import { breakable, direction, directionOf, languageOf } from "./Words.js"

/** Trials of content before it is used: Typst stops at the first content that it cannot set. */
export interface Trials {
  /** Which of some formulas Typst can set. */
  readonly formulas: (formulas: ReadonlyArray<string>) => ReadonlySet<string>
  /** Which of some files it can show, by path. */
  readonly images: (files: ReadonlyMap<string, Uint8Array>) => ReadonlySet<string>
}

const magic: ReadonlyArray<readonly [string, (head: string) => boolean]> = [
  ["png", (head) => head.startsWith("\x89PNG")],
  ["jpg", (head) => head.startsWith("\xff\xd8\xff")],
  ["gif", (head) => head.startsWith("GIF8")],
  ["webp", (head) => head.startsWith("RIFF") && head.slice(8, 12) === "WEBP"],
  ["svg", (head) => /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(head) && !/<html/i.test(head)]
]

/** The file name extension of a picture, from its first bytes; `undefined` if Typst cannot show it. */
export const extensionOf = (bytes: Uint8Array): string | undefined => {
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
  readonly #signs = new EmojiSplitting(this.files)
  readonly #formulas = new Map<string, string>()
  readonly #images = new Map<string, string>()
  readonly #words: PdfWords
  /** The formulas with a part that is shown as source text. */
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
    return withPauses(this.#signs.text(text))
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

  #inline(inline: PdfInline): ReadonlyArray<Json> {
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
        return [{ type: "link", to: { ...inline.to }, children: this.#within(inline.children) }]
      case "footnote":
        return [{ type: "footnote", children: this.inlines(inline.children) }]
      case "change":
        return [{ type: "change", change: inline.change, children: this.#within(inline.children) }]
    }
  }

  inlines(inlines: PdfInlines): ReadonlyArray<Json> {
    return withPauses(this.#within(inlines))
  }

  #within(inlines: PdfInlines): ReadonlyArray<Json> {
    return inlines.flatMap((inline) => this.#inline(inline))
  }

  block(block: PdfBlock, level: number, room: AvailableWidth): Fields {
    const within = inner(room, block.type)
    const inside = (blocks: PdfBlocks) => this.blocks(blocks, level, within)
    const tight = isNarrow(room)
    switch (block.type) {
      case "paragraph": {
        const { children } = block
        return { ...block, tight: isTight(children, room), children: this.inlines(children), ...direction(children) }
      }
      case "heading": {
        const nested = levelOf(level - 1, block.depth)
        const children = block.children.filter(({ type }) => type !== "footnote")
        const isLong = isTight(children, { width: Math.min(room.width, 329), size: 16 }, true)
        return { ...block, nested, tight: isLong, children: this.inlines(children), ...direction(children) }
      }
      case "list":
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, children: inside(item.children) })),
          ...directionOf(block.items[0]?.children ?? [])
        }
      case "code":
        return {
          ...block,
          text: withShortLines(
            block.text.replaceAll("\t", "  ").replaceAll(/(?<=\p{L})[\ufe0e\ufe0f]/gu, ""),
            emojiPattern
          ),
          emojis: this.#signs.inCode(block.text),
          whole: isShort([block], room),
          ...(block.language !== undefined && { language: languageOf(block.language) })
        }
      case "table":
        return this.table(block, level, room, false)
      case "figure":
        return {
          ...block,
          tight,
          images: block.images.map((image) => this.image(image)),
          caption: this.inlines(block.caption)
        }
      case "math":
        return this.formula(block.formula)
      case "tabs":
        return {
          ...block,
          tight,
          tabs: block.tabs.map(({ children, title }) => ({
            title: this.text(title),
            children: inside(children)
          }))
        }
      case "steps":
        return { ...block, steps: block.steps.map(inside) }
      case "columns": {
        const rooms = columnWidths(room, block.columns)
        return {
          ...block,
          columns: block.columns.map((column, index) => ({
            ...column,
            children: this.blocks(column.children, level, rooms[index] ?? room)
          }))
        }
      }
      case "details":
        return { ...block, tight, summary: this.inlines(block.summary), children: inside(block.children) }
      case "embed":
        return {
          type: block.type,
          tight,
          label: this.text(block.label),
          caption: this.inlines(block.caption),
          ...(block.to !== undefined && { to: { ...block.to } })
        }
      case "more":
        return this.block({ type: "paragraph", children: [{ type: "text", text: block.label }] }, level, room)
      case "divider":
        return block
      case "endpoint":
        return { ...block, tight, path: breakable(block.path), server: breakable(block.server ?? "") }
      case "caption":
        return { ...block, tight, children: this.inlines(block.children) }
      case "fields":
        return {
          ...block,
          tight,
          fields: block.fields.map(({ children, flags, kind, name, to }) => ({
            name: breakable(name),
            kind: breakable(kind),
            ...(to !== undefined && { to: { ...to } }),
            flags,
            whole: isShort(children, within),
            children: inside(children)
          }))
        }
      default:
        return { ...block, children: inside(block.children), ...directionOf(block.children) }
    }
  }

  blocks(blocks: PdfBlocks, level: number, room: AvailableWidth): ReadonlyArray<Json> {
    const found = fitting(blocks, room)
    return found.map((block, index) => ({
      ...this.block(block, level, room),
      ...leading(found, index, room)
    }))
  }

  /** A table; `turns` where it may have a turned sheet of its own. */
  table(
    block: Extract<PdfBlock, { readonly type: "table" }>,
    level: number,
    room: AvailableWidth,
    turns: boolean
  ): Fields {
    const table = turns ? block : stacked(block, room)
    const fit = fitTable(table, room, turns)
    const places = columnsOf(table)
    const rooms = table.rows.map((row, y) => row.map((cell, index) => fit.roomOf(cell, places[y]?.[index] ?? 0)))
    return {
      ...table,
      size: fit.size,
      inset: fit.inset,
      widths: fit.widths,
      turned: fit.isTurned,
      whole: isWholeTable(table, rooms),
      rows: table.rows.map((row, y) => {
        const whole = isWhole(row, rooms[y] ?? [])
        return row.map((cell, index) => ({
          ...cell,
          whole,
          children: this.blocks(cell.children, level, rooms[y]?.[index] ?? room)
        }))
      })
    }
  }

  /** The blocks of a page. */
  content(blocks: PdfBlocks, level: number): ReadonlyArray<Json> {
    const room = sheetWidth.upright
    return onTurnedSheets(
      blocks.map((block, index) => ({
        ...(block.type === "table" ? this.table(block, level, room, true) : this.block(block, level, room)),
        ...leading(blocks, index, room)
      }))
    )
  }

  page(page: PdfPage): Fields {
    const picture = page.emoji === undefined ? undefined : this.#signs.emoji(page.emoji)
    return {
      place: page.place,
      title: this.text(page.title),
      name: page.title.replaceAll(emojiPattern, "").replaceAll(/\s+/g, " ").trim(),
      ...(page.number !== undefined && { number: page.number }),
      depth: page.depth,
      tight: isTight([{ type: "text", text: page.title }], { width: 329, size: 20 }, true),
      ...(picture !== undefined && { emoji: picture }),
      ...(page.description !== undefined && page.description !== "" && { description: this.text(page.description) }),
      ...(page.change !== undefined && { change: page.change }),
      ...direction([{ type: "text", text: page.title }]),
      children: this.content(page.children, page.depth + 1)
    }
  }
}
