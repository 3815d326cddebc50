/**
 * Decides which blocks of a page go on turned sheets: tables too wide for an upright sheet, and the blocks that belong
 * to them.
 */
import type { Fields } from "./EmojiSplitting.js"
import { allText } from "./Words.js"

/** The types of blocks that move to the turned sheet with the table that follows them. */
const leads: ReadonlySet<unknown> = new Set(["heading", "caption"])

/**
 * The types of blocks that stay on turned sheets between two tables, if their data has at most this many characters.
 */
const joins: ReadonlySet<unknown> = new Set(["heading", "caption", "paragraph"])
const joinedLength = 1_000

/** Takes the blocks that move along with a table from the end of `before`. */
const takeLeads = (before: Array<Fields>): ReadonlyArray<Fields> => {
  const lead: Array<Fields> = []
  const isIntroduced = before.at(-1)?.type === "paragraph" && leads.has(before.at(-2)?.type)
  while (lead.length < 3 && (leads.has(before.at(-1)?.type) || (isIntroduced && lead.length === 0))) {
    const one = before.pop()
    if (one !== undefined) lead.unshift(one)
  }
  return lead
}

/** The blocks of a page, with `turned` tables grouped with their introductions and the short texts between them. */
export const onTurnedSheets = (blocks: ReadonlyArray<Fields>): ReadonlyArray<Fields> => {
  const found: Array<Fields> = []
  let open: { readonly at: number; readonly children: Array<Fields> } | undefined
  for (const block of blocks) {
    if (block.turned !== true) {
      found.push(block)
      continue
    }
    const between = open === undefined ? [] : found.slice(open.at + 1)
    const isShort = between.every(({ type }) => joins.has(type)) && allText(between).length <= joinedLength
    if (open !== undefined && isShort) {
      open.children.push(...between, block)
      found.length = open.at + 1
    } else {
      const children = [...takeLeads(found), block]
      open = { at: found.length, children }
      found.push({ type: "turned", children })
    }
  }
  return found
}
