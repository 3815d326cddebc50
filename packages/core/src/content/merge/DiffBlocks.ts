/** The blocks of a page's text that differ between two of its versions. */

import type { Task } from "../../foundation/workers/Workers.js"
import { split } from "../../text/markdown/FrontMatter.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readBy } from "../dialects/Readings.js"
import { alignedBlocks } from "./AlignedBlocks.js"
import { type Block, blocksOf } from "./Blocks.js"

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

/** The blocks that differ between two texts, in order; front matter is ignored, as fields cover it. */
export const diffBlocks = (
  before: string,
  after: string,
  reading: Reading = gitbookReading
): ReadonlyArray<BlockChange> => {
  const blocks = (text: string): ReadonlyArray<Block> => blocksOf(text.slice(split(text).bodyStart), reading).blocks
  const [left, right] = [blocks(before), blocks(after)].map((list) => list.map(({ text }) => text))
  if (left === undefined || right === undefined) return []
  return alignedBlocks(left, right).flatMap(({ from, to }): ReadonlyArray<BlockChange> => {
    if (from === undefined) return to === undefined ? [] : [{ kind: "added", to: to + 1, text: right[to]! }]
    if (to === undefined) return [{ kind: "removed", from: from + 1, text: left[from]! }]
    const [before, after] = [left[from]!, right[to]!]
    return before === after ? [] : [{ kind: "changed", from: from + 1, to: to + 1, before, after }]
  })
}

/** The blocks that differ between two texts. */
export const blocksTask: Task<
  { readonly before: string; readonly after: string; readonly dialect?: DialectName | undefined },
  ReadonlyArray<BlockChange>
> = {
  name: "text/blocks",
  size: ({ after, before }) => before.length + after.length,
  run: ({ after, before, dialect }) => readBy(dialect, (reading) => diffBlocks(before, after, reading))
}
