/** What differs between two versions of a page: its fields, and the blocks of its text. */
import { sameValue } from "../content/Draft.js"
import type { PageItem } from "../content/Item.js"
import { split } from "../markdown/FrontMatter.js"
import { type Block, blocksOf } from "./Blocks.js"
import { hunksOf } from "./Regions.js"

/** A field that differs; a side is `undefined` where it is not set. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** A block that differs; `from` is its number before, `to` after, both from 1. */
export type BlockChange =
  | { readonly kind: "added"; readonly to: number; readonly text: string }
  | { readonly kind: "removed"; readonly from: number; readonly text: string }
  | {
      readonly kind: "changed"
      readonly from: number
      readonly to: number
      readonly before: string
      readonly after: string
    }

const ignored: ReadonlySet<string> = new Set(["kind", "id", "createdAt", "updatedAt", "document", "spellings"])

/** The fields that differ, by name; the text and the times do not count. */
export const diffFields = (before: PageItem, after: PageItem): ReadonlyArray<FieldChange> => {
  const [left, right]: ReadonlyArray<Readonly<Record<string, unknown>>> = [{ ...before }, { ...after }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter((field) => !ignored.has(field) && !sameValue(left?.[field], right?.[field]))
    .map((field) => ({ field, from: left?.[field], to: right?.[field] }))
}

/** The blocks that differ between two texts, in order; front matter does not count, as fields state it. */
export const diffBlocks = (before: string, after: string): ReadonlyArray<BlockChange> => {
  const blocks = (text: string): ReadonlyArray<Block> => blocksOf(text.slice(split(text).bodyStart)).blocks
  const [left, right] = [blocks(before), blocks(after)].map((list) => list.map(({ text }) => text))
  if (left === undefined || right === undefined) return []
  return hunksOf(left, right).flatMap(({ base, side }) => {
    const paired = Math.min(base.to - base.from, side.to - side.from)
    const changes: Array<BlockChange> = []
    for (let index = 0; index < paired; index++) {
      const [from, to] = [base.from + index, side.from + index]
      changes.push({ kind: "changed", from: from + 1, to: to + 1, before: left[from]!, after: right[to]! })
    }
    for (let from = base.from + paired; from < base.to; from++) {
      changes.push({ kind: "removed", from: from + 1, text: left[from]! })
    }
    for (let to = side.from + paired; to < side.to; to++) changes.push({ kind: "added", to: to + 1, text: right[to]! })
    return changes
  })
}
