/** The lines of a text in two versions. */
import { alignedBlocks } from "@lectern/core/internal/content/merge/AlignedBlocks"

/** A line in one version: its number from 1, and where it begins. */
export interface Line {
  readonly number: number
  readonly start: number
  readonly text: string
}

/** A line in the versions that have it. */
export interface Row {
  readonly before?: Line | undefined
  readonly after?: Line | undefined
  readonly isSame: boolean
}

const linesOf = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let start = 0
  while (start < text.length) {
    const end = text.indexOf("\n", start)
    const next = end < 0 ? text.length : end + 1
    lines.push({ number: lines.length + 1, start, text: text.slice(start, next) })
    start = next
  }
  return lines
}

/** All lines of both versions, in order. */
export const rowsOf = (before: string, after: string): ReadonlyArray<Row> => {
  const [left, right] = [linesOf(before), linesOf(after)]
  return alignedBlocks(
    left.map(({ text }) => text),
    right.map(({ text }) => text)
  ).map(({ from, to }) => {
    const [old, young] = [from === undefined ? undefined : left[from], to === undefined ? undefined : right[to]]
    return { before: old, after: young, isSame: old?.text === young?.text }
  })
}
