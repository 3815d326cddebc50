/** The space that content has on a sheet: what stands in boxes, lists and cells has less. */
import type { PdfBlock, PdfBlocks, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { inlineExtent } from "./Extents.js"
import { plainText } from "./Words.js"

/** The width that content may have, and the size of its letters, in points. */
export interface Room {
  readonly width: number
  readonly size: number
}

/** What a sheet has, upright and turned. */
export const sheetRoom = { upright: { width: 464, size: 10 }, turned: { width: 711, size: 10 } } as const

/** A room less what stands beside of its content, in points. */
export const less = (room: Room, width: number): Room => ({ ...room, width: room.width - width })

/** What stands beside of what a block holds: its bar, sign or border with the space around it, in points. */
const beside: Partial<Record<PdfBlock["type"], number>> = {
  hint: 23,
  quote: 13,
  steps: 24,
  tabs: 11,
  details: 19,
  fields: 9
}

/** The room inside of a block. */
export const inner = (room: Room, type: PdfBlock["type"]): Room =>
  less(room, type === "list" ? 2.6 * room.size : (beside[type] ?? 0))

/** The rooms of columns that stand side by side. */
export const columnRooms = (
  room: Room,
  columns: Extract<PdfBlock, { readonly type: "columns" }>["columns"]
): ReadonlyArray<Room> => {
  const shares = columns.map(({ width = 100 / columns.length }) => width)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const width = room.width - 14 * (columns.length - 1)
  return shares.map((share) => ({ ...room, width: (width * share) / whole }))
}

/** The narrowest room for what is not text: in less, blocks stand without what is around them. */
const narrowest = 60

const isTooNarrow = ({ width }: Room): boolean => width < narrowest

/** The width in which every word has space, as those that are longer may be broken in any case. */
const roomy = 330

/** Whether a room may be too narrow for a short text. */
export const isNarrow = ({ width }: Room): boolean => width < roomy

/** Whether a word of a text may be wider than a room; estimates are not exact. */
export const isTight = (inlines: PdfInlines, room: Room, isBold = false): boolean =>
  isNarrow(room) && inlineExtent(inlines, isBold).word * room.size * 1.25 > room.width

/** How many characters and lines may stay together on one sheet. */
const short = { characters: 800, lines: 12 }

/** The text of blocks that hold nothing but texts, lists and code. */
const textOf = (blocks: PdfBlocks): ReadonlyArray<string | undefined> =>
  blocks.flatMap((block) => {
    switch (block.type) {
      case "paragraph":
        return [plainText(block.children)]
      case "code":
        return [block.text]
      case "list":
        return block.items.flatMap(({ children }) => textOf(children))
      default:
        return [undefined]
    }
  })

/** Whether blocks are texts so short that they stay on one sheet. */
export const isShort = (blocks: PdfBlocks, room: Room): boolean => {
  const texts = textOf(blocks)
  if (isNarrow(room) || texts.includes(undefined)) return false
  const text = texts.join("\n")
  return text.length <= short.characters && text.split("\n").length <= short.lines
}

/** Whether a block stays with the next: it is a short text before fields, or one that ends with a colon. */
export const leading = (block: PdfBlock, next: PdfBlock | undefined, room: Room): { readonly leads?: true } => {
  if (block.type !== "paragraph" || next === undefined || next.type === "paragraph" || !isShort([block], room))
    return {}
  return next.type === "fields" || /[:：]\s*$/.test(plainText(block.children)) ? { leads: true } : {}
}

/** What a block holds, without what is around it. */
const bare = (block: PdfBlock): PdfBlocks => {
  switch (block.type) {
    case "list":
      return block.items.flatMap(({ children }) => children)
    case "tabs":
      return block.tabs.flatMap(({ children, title }): PdfBlocks => [titleOf(title), ...children])
    case "steps":
      return block.steps.flat()
    case "columns":
      return block.columns.flatMap(({ children }) => children)
    case "details":
      return [{ type: "paragraph", children: block.summary }, ...block.children]
    case "fields":
      return block.fields.flatMap(
        ({ children, flags, kind, name }): PdfBlocks => [titleOf([name, kind, ...flags].join(" ")), ...children]
      )
    case "endpoint":
      return [
        { type: "paragraph", children: [{ type: "text", text: `${block.method} ${block.path}`, marks: ["code"] }] }
      ]
    case "embed":
      return [{ type: "paragraph", children: labelOf(block) }]
    case "quote":
    case "hint":
      return block.children
    default:
      return [block]
  }
}

/** The blocks that a room has space for: those that it has none for leave what they hold. */
export const fitting = (blocks: PdfBlocks, room: Room): PdfBlocks =>
  blocks.flatMap((block) => {
    const isCramped = block.type === "columns" ? columnRooms(room, block.columns).some(isTooNarrow) : isTooNarrow(room)
    if (!isCramped) return [block]
    const held = bare(block)
    return held.length === 1 && held[0] === block ? held : fitting(held, room)
  })

const labelOf = ({ label, to }: Extract<PdfBlock, { readonly type: "embed" }>): PdfInlines =>
  to === undefined ? [{ type: "text", text: label }] : [{ type: "link", to, children: [{ type: "text", text: label }] }]

const titleOf = (text: string): PdfBlock => ({ type: "caption", level: 2, children: [{ type: "text", text }] })
