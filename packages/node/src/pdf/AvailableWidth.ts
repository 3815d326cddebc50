/** Calculates the space for content: boxes, lists and cells leave less than a whole sheet. */
import type { PdfBlock, PdfBlocks, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { inlineExtent } from "./Extents.js"
import { plainText } from "./Words.js"

/** The available width and the font size, in points. */
export interface AvailableWidth {
  readonly width: number
  readonly size: number
}

/** The room on an upright and on a turned sheet. */
export const sheetWidth = { upright: { width: 464, size: 10 }, turned: { width: 711, size: 10 } } as const

/** The remaining room when some width is taken up next to its content, in points. */
export const less = (room: AvailableWidth, width: number): AvailableWidth => ({ ...room, width: room.width - width })

/**
 * The width that each block takes up next to its content, for its bar, icon or border and the space around it, in
 * points.
 */
const beside: Partial<Record<PdfBlock["type"], number>> = {
  hint: 23,
  quote: 13,
  steps: 24,
  tabs: 11,
  details: 19,
  fields: 9
}

/** The room inside a block. */
export const inner = (room: AvailableWidth, type: PdfBlock["type"]): AvailableWidth =>
  less(room, type === "list" ? 2.6 * room.size : (beside[type] ?? 0))

/** The rooms of adjacent columns. */
export const columnWidths = (
  room: AvailableWidth,
  columns: Extract<PdfBlock, { readonly type: "columns" }>["columns"]
): ReadonlyArray<AvailableWidth> => {
  const shares = columns.map(({ width = 100 / columns.length }) => width)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const width = room.width - 14 * (columns.length - 1)
  return shares.map((share) => ({ ...room, width: (width * share) / whole }))
}

/** The narrowest room for content other than text, in points. With less, blocks are replaced by their content. */
const narrowest = 60

const isTooNarrow = ({ width }: AvailableWidth): boolean => width < narrowest

/** The width in points with space for every word, as longer words are always breakable. */
const roomy = 330

/** Whether a room may be too narrow for a word. */
export const isNarrow = ({ width }: AvailableWidth): boolean => width < roomy

/** Whether a word may be wider than a room, with some tolerance, since widths are estimates. */
export const isTight = (inlines: PdfInlines, room: AvailableWidth, isBold = false): boolean =>
  isNarrow(room) && inlineExtent(inlines, isBold).word * room.size * 1.25 > room.width

/** How many characters and lines are kept together on one sheet. */
const short = { characters: 800, lines: 12 }

/** The text of blocks that consist of text, lists and code; `undefined` for other blocks. */
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

/** Whether blocks are so short that they are kept on one sheet. */
export const isShort = (blocks: PdfBlocks, room: AvailableWidth): boolean => {
  const texts = textOf(blocks)
  if (isNarrow(room) || texts.includes(undefined)) return false
  const text = texts.join("\n")
  return text.length <= short.characters && text.split("\n").length <= short.lines
}

/** Whether a text consists of names in code and the signs between them, such as the type of a schema. */
const isNames = (inlines: PdfInlines): boolean =>
  inlines.every((inline) => {
    if (inline.type === "link") return isNames(inline.children)
    return inline.type === "text" && (inline.marks?.includes("code") === true || /^[\s,·]*$/.test(inline.text))
  })

/**
 * Whether a block is kept with the next one: it is short text that ends with a colon, consists of names only, or comes
 * before fields or before a name that leads to something other than text.
 */
export const leading = (blocks: PdfBlocks, index: number, room: AvailableWidth): { readonly leads?: true } => {
  const [block, next, following] = blocks.slice(index, index + 3)
  if (block?.type !== "paragraph" || next === undefined || !isShort([block], room)) return {}
  const leads = { leads: true } as const
  const isBeforeName = next.type === "paragraph" && isNames(next.children)
  if (isNames(block.children)) return isBeforeName ? {} : leads
  if (next.type === "paragraph") {
    return isBeforeName && following !== undefined && following.type !== "paragraph" ? leads : {}
  }
  return next.type === "fields" || /[:：]\s*$/.test(plainText(block.children)) ? leads : {}
}

/** The content of a block without the block itself. */
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

/** Replaces the blocks that do not fit into a room with their content. */
export const fitting = (blocks: PdfBlocks, room: AvailableWidth): PdfBlocks =>
  blocks.flatMap((block) => {
    const isCramped = block.type === "columns" ? columnWidths(room, block.columns).some(isTooNarrow) : isTooNarrow(room)
    if (!isCramped) return [block]
    const held = bare(block)
    return held.length === 1 && held[0] === block ? held : fitting(held, room)
  })

const labelOf = ({ label, to }: Extract<PdfBlock, { readonly type: "embed" }>): PdfInlines =>
  to === undefined ? [{ type: "text", text: label }] : [{ type: "link", to, children: [{ type: "text", text: label }] }]

const titleOf = (text: string): PdfBlock => ({ type: "caption", level: 2, children: [{ type: "text", text }] })
