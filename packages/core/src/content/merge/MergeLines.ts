/** Merges the changes of both sides, line by line, and inside running text word by word. */
import type { Reading } from "../../text/markdown/Reading.js"
import type { Range } from "./Diff.js"
import { hasMarkers, outermostParts } from "./Markers.js"
import { readingsOf } from "./Readings.js"
import { either, type Marked, type Region, regionsOf } from "./Regions.js"
import { tokensOf } from "./Tokens.js"

/** Three versions of something. */
export interface Sides<A> {
  readonly base: A
  readonly ours: A
  readonly theirs: A
}

/** Three versions of some whole lines; `undefined` if a side has none. */
type LineConflict = Sides<string | undefined>

/** A part of merged lines with the line break after it, which is ignored for the last. */
export type MergedLine = { readonly eol: string } & ({ readonly text: string } | { readonly conflict: LineConflict })

/** A line, or the lines of a part with conflict markers, which are never taken apart. */
interface Line {
  readonly text: string
  readonly eol: string
  /** The number of its first line in the text. */
  readonly at: number
}

const pattern = /([^\r\n]*)(\r\n?|\n|$)/g

/** The lines of a text without a trailing line break; none if there is no text. */
const linesOf = (text: string | undefined): ReadonlyArray<Line> => {
  if (text === undefined) return []
  const lines: Array<Line> = []
  const parts = outermostParts(text)
  let [at, next] = [0, 0]
  for (const found of text.matchAll(pattern)) {
    const [, line = "", eol = ""] = found
    while (next < parts.length && parts[next]!.to < found.index) next++
    const before = lines.at(-1)
    if (before !== undefined && (parts[next]?.from ?? found.index) < found.index) {
      lines[lines.length - 1] = { ...before, text: before.text + before.eol + line, eol }
    } else lines.push({ text: line, eol, at })
    at++
    if (eol === "") break
  }
  return lines
}

const joined = (lines: ReadonlyArray<Line>, eol: string): string | undefined =>
  lines.length === 0
    ? undefined
    : lines.map((line, index) => line.text + (index === lines.length - 1 ? "" : line.eol || eol)).join("")

/** The maximum length of texts that are compared word by word. */
const wordLimit = 20_000

/** The three versions word by word, `undefined` if the edits of the two sides touch, or a side has no text. */
const mergeWords = ({ base, ours, theirs }: LineConflict): string | undefined => {
  if (base === undefined || ours === undefined || theirs === undefined) return undefined
  if (hasMarkers(ours) || hasMarkers(theirs)) return undefined
  if (Math.max(base.length, ours.length, theirs.length) > wordLimit) return undefined
  const [before, left, right] = [tokensOf(base), tokensOf(ours), tokensOf(theirs)]
  let merged = ""
  for (const region of regionsOf(before, left, right, () => true)) {
    const mine = left.slice(region.ours.from, region.ours.to).join("")
    const other = right.slice(region.theirs.from, region.theirs.to).join("")
    if (region.changed === "both" && mine !== other) return undefined
    merged += region.changed === "theirs" ? other : mine
  }
  return merged
}

/** The lines of a text, and the reading of each that is not blank. */
interface Read {
  readonly lines: ReadonlyArray<Line>
  readonly readings: () => ReadonlyArray<string | undefined>
}

/** Reads a text; most merges do not need the readings of its lines. */
const read = (text: string, reading: Reading): Read => {
  const lines = linesOf(text)
  let known: ReadonlyArray<string | undefined> | undefined
  const readings = (): ReadonlyArray<string | undefined> => {
    const found = readingsOf(text, reading)
    return lines.map(({ at, text }) => (text.trim() === "" ? undefined : (found[at] ?? "")))
  }
  return {
    lines,
    readings: () => {
      known ??= readings()
      return known
    }
  }
}

/** The reading of some lines, as one name: equal consecutive ones count once. */
const kindOf = ({ readings }: Read, { from, to }: Range): string => {
  const kinds = readings()
    .slice(from, to)
    .filter((reading) => reading !== undefined)
  return kinds.filter((reading, index) => reading !== kinds[index - 1]).join("\n")
}

/** Whether a change turns the blocks that it replaces into another kind, so that nothing can be added next to it. */
const turns = ({ base, ...sides }: Sides<Read>, change: Marked): boolean =>
  change.removed.length > 0 &&
  change.added.length > 0 &&
  kindOf(base, change.base) !== kindOf(sides[change.by], change.side)

/** The number of lines that a side has in a region in addition to the base's. */
const grown = ({ base, ...sides }: Region, side: "ours" | "theirs"): number =>
  sides[side].to - sides[side].from - (base.to - base.from)

/** The other side. */
const other = { ours: "theirs", theirs: "ours" } as const

/** The sides that turned the lines of a region into another kind. */
const turned = (sides: Sides<Read>, region: Region): ReadonlyArray<"ours" | "theirs"> => {
  const before = kindOf(sides.base, region.base)
  return (["ours", "theirs"] as const).filter((side) => kindOf(sides[side], region[side]) !== before)
}

/** The kind that merged lines must have; `undefined` if both sides changed it, or one did and the other adds lines. */
const expected = (sides: Sides<Read>, region: Region): string | undefined => {
  const [side, ...others] = turned(sides, region)
  if (side === undefined) return kindOf(sides.base, region.base)
  const kind = kindOf(sides[side], region[side])
  if (others.length > 0) return kind === kindOf(sides[other[side]], region[other[side]]) ? kind : undefined
  return region.base.from < region.base.to && grown(region, other[side]) > 0 ? undefined : kind
}

/**
 * Whether a region may be merged word by word. Not if both sides have other lines than before, whose order is unknown.
 * Nor if one has, and the other turned them into another kind, since the kind of an added line is unknown.
 */
const mayMix = (sides: Sides<Read>, region: Region): boolean => {
  const changed = (["ours", "theirs"] as const).filter((side) => grown(region, side) !== 0)
  return changed.length < 2 && changed.every((side) => !turned(sides, region).includes(other[side]))
}

/** Some merged lines, and the region that they result from. */
interface Merged {
  readonly region: Region
  readonly lines: ReadonlyArray<MergedLine>
}

/** Merges the lines of a region. */
const mergeRegion = (sides: Sides<Read>, region: Region, words: boolean, eol: string): ReadonlyArray<MergedLine> => {
  const before = sides.base.lines.slice(region.base.from, region.base.to)
  const mine = sides.ours.lines.slice(region.ours.from, region.ours.to)
  const their = sides.theirs.lines.slice(region.theirs.from, region.theirs.to)
  if (region.changed === "none") {
    return mine.map(({ eol, text }, index) => ({ text, eol: either(before[index]!.eol, eol, their[index]!.eol) }))
  }
  if (region.changed !== "both") return region.changed === "ours" ? mine : their
  const conflict = { base: joined(before, eol), ours: joined(mine, eol), theirs: joined(their, eol) }
  const last = either(before.at(-1)?.eol, mine.at(-1)?.eol ?? "", their.at(-1)?.eol ?? "")
  const text =
    conflict.ours === conflict.theirs
      ? conflict.ours
      : words && mayMix(sides, region)
        ? mergeWords(conflict)
        : undefined
  if (text !== undefined) return [{ text, eol: last }]
  return conflict.ours === conflict.theirs ? [] : [{ conflict, eol: last }]
}

/** The lines as one text with this side of every conflict. */
const written = (lines: ReadonlyArray<MergedLine>, side: "ours" | "theirs", eol: string): string => {
  const texts = lines.flatMap((line) => {
    const text = "conflict" in line ? line.conflict[side] : line.text
    return text === undefined ? [] : [text + (line.eol || eol)]
  })
  return texts.join("")
}

/** Whether merged lines read as on the side that they come from, with this side of every conflict. */
const readsWell = (
  sides: Sides<Read>,
  merged: ReadonlyArray<Merged>,
  side: "ours" | "theirs",
  { eol, reading }: { readonly eol: string; readonly reading: Reading }
) => {
  const texts = merged.map(({ lines }) => written(lines, side, eol))
  const whole = read(texts.join(""), reading)
  let from = 0
  return merged.every(({ lines, region }, index) => {
    const to = from + linesOf(texts[index]!).length - 1
    const kind = kindOf(whole, { from, to })
    from = to
    return lines.some((line) => "conflict" in line) || kind === expected(sides, region)
  })
}

/**
 * Merges three versions of a block. `words` says whether its lines are running text; `eol` is the line break to use
 * after a line that is last only on its own side. The whole block is in conflict if merged lines would not read as they
 * do on the side that they come from: a row of a table that the other side has turned into a list.
 */
export const mergeLines = (
  sides: Sides<string>,
  words: boolean,
  eol: string,
  reading: Reading
): ReadonlyArray<MergedLine> => {
  const all = { base: read(sides.base, reading), ours: read(sides.ours, reading), theirs: read(sides.theirs, reading) }
  const texts = ({ lines }: Read): ReadonlyArray<string> => lines.map(({ text }) => text)
  const regions = regionsOf(texts(all.base), texts(all.ours), texts(all.theirs), (change) => turns(all, change))
  const merged = regions.map((region) => ({ region, lines: mergeRegion(all, region, words, eol) }))
  const lines = merged.flatMap((each) => each.lines)
  if (lines.every((line) => "conflict" in line)) return lines
  const choices = lines.some((line) => "conflict" in line) ? (["ours", "theirs"] as const) : (["ours"] as const)
  return choices.every((side) => readsWell(all, merged, side, { eol, reading }))
    ? lines
    : [{ conflict: sides, eol: "" }]
}
