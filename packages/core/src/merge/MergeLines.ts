/** Merging what both sides changed, line by line, and inside running text word by word. */
import { either, regionsOf } from "./Regions.js"

/** Three versions of some whole lines; `undefined` if a side has none. */
export interface LineConflict {
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string | undefined
}

/** A part of merged lines with the line break after it, which is ignored for the last. */
export type MergedLine = { readonly eol: string } & ({ readonly text: string } | { readonly conflict: LineConflict })

interface Line {
  readonly text: string
  readonly eol: string
}

const pattern = /([^\r\n]*)(\r\n?|\n|$)/g

/** The lines of a text without a trailing line break; none if there is no text. */
const linesOf = (text: string | undefined): ReadonlyArray<Line> => {
  if (text === undefined) return []
  const lines: Array<Line> = []
  for (const found of text.matchAll(pattern)) {
    lines.push({ text: found[1]!, eol: found[2]! })
    if (found[2] === "") break
  }
  return lines
}

const joined = (lines: ReadonlyArray<Line>, eol: string): string | undefined =>
  lines.length === 0
    ? undefined
    : lines.map((line, index) => line.text + (index === lines.length - 1 ? "" : line.eol || eol)).join("")

const tokens = (text: string): ReadonlyArray<string> =>
  text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []

/** The maximum length of texts that are compared word by word. */
const wordLimit = 20_000

/** The three versions word by word, `undefined` if the edits of the two sides touch, or a side has no text. */
const mergeWords = ({ base, ours, theirs }: LineConflict): string | undefined => {
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  if (Math.max(base.length, ours.length, theirs.length) > wordLimit) return undefined
  const [before, left, right] = [tokens(base), tokens(ours), tokens(theirs)]
  let merged = ""
  for (const region of regionsOf(before, left, right, true)) {
    const mine = left.slice(region.ours.from, region.ours.to).join("")
    const other = right.slice(region.theirs.from, region.theirs.to).join("")
    if (region.changed === "both" && mine !== other) return undefined
    merged += region.changed === "theirs" ? other : mine
  }
  return merged
}

/**
 * Merges three versions of a text without a trailing line break, `undefined` if a side has none. `words` says whether
 * lines are running text; `eol` is the line break to use after a line that is last only on its own side.
 */
export const mergeLines = (sides: LineConflict, words: boolean, eol: string): ReadonlyArray<MergedLine> => {
  const [base, ours, theirs] = [linesOf(sides.base), linesOf(sides.ours), linesOf(sides.theirs)]
  const texts = (lines: ReadonlyArray<Line>): ReadonlyArray<string> => lines.map(({ text }) => text)
  const merged: Array<MergedLine> = []
  for (const region of regionsOf(texts(base), texts(ours), texts(theirs))) {
    const before = base.slice(region.base.from, region.base.to)
    const mine = ours.slice(region.ours.from, region.ours.to)
    const other = theirs.slice(region.theirs.from, region.theirs.to)
    if (region.changed === "none") {
      for (const [index, line] of mine.entries()) {
        merged.push({ text: line.text, eol: either(before[index]!.eol, line.eol, other[index]!.eol) })
      }
      continue
    }
    if (region.changed !== "both") {
      for (const line of region.changed === "ours" ? mine : other) merged.push(line)
      continue
    }
    const conflict = { base: joined(before, eol), ours: joined(mine, eol), theirs: joined(other, eol) }
    const last = either(before.at(-1)?.eol, mine.at(-1)?.eol ?? "", other.at(-1)?.eol ?? "")
    const text = conflict.ours === conflict.theirs ? conflict.ours : words ? mergeWords(conflict) : undefined
    if (text !== undefined) merged.push({ text, eol: last })
    else if (conflict.ours !== conflict.theirs) merged.push({ conflict, eol: last })
  }
  return merged
}
