/** Merging a part of a page's body that both sides changed: a single block line by line, several as a whole. */
import type { Block, Body } from "./Blocks.js"
import type { Range } from "./Diff.js"
import { marked } from "./Markers.js"
import { type MergedLine, mergeLines, type Sides } from "./MergeLines.js"
import type { Region } from "./Regions.js"
import type { Resolutions, TextConflict } from "./Resolution.js"

/** A part of a merged body, as rendered depending on its conflicts. */
export interface Rendered {
  readonly text: string
  readonly withMarkers: string
  /** The text if every conflict were decided for this side. */
  readonly ours: string
  readonly theirs: string
}

/** A part of a merged body, with its blocks on each side. */
export interface Unit {
  readonly region: Region
  readonly at: Sides<Range>
  readonly rendered: Rendered
  readonly isOpen: boolean
}

/** The inputs of a merge of a body, and the conflicts that it collects. */
export interface BodyMerge {
  readonly bodies: Sides<Body>
  readonly decided: Resolutions
  readonly eol: string
  readonly conflicts: Array<TextConflict>
}

const sideNames = ["base", "ours", "theirs"] as const

const raw = ({ blocks }: Body, { from, to }: Range): string | undefined =>
  from === to
    ? undefined
    : blocks
        .slice(from, to)
        .map(({ gap, text }, index) => (index === to - from - 1 ? text : text + gap))
        .join("")

const render = (lines: ReadonlyArray<MergedLine>, part: (line: MergedLine) => string | undefined, eol: string) => {
  const kept = lines.flatMap((line) => {
    const text = part(line)
    return text === undefined ? [] : [{ text, eol: line.eol === "" ? eol : line.eol }]
  })
  return kept.map((line, index) => line.text + (index === kept.length - 1 ? "" : line.eol)).join("")
}

const same = (text: string): Rendered => ({ text, withMarkers: text, ours: text, theirs: text })

const mergePart = (
  { bodies, conflicts, decided, eol }: BodyMerge,
  region: Region,
  part: Sides<Range>,
  isContested: boolean
): Unit => {
  const { base, ours, theirs } = part
  const at = { base, ours, theirs }
  const sides = { base: raw(bodies.base, base), ours: raw(bodies.ours, ours), theirs: raw(bodies.theirs, theirs) }
  const taken =
    sides.ours === sides.theirs || sides.theirs === sides.base
      ? "ours"
      : sides.ours === sides.base
        ? "theirs"
        : undefined
  if (taken !== undefined && !isContested) return { region, at, rendered: same(sides[taken] ?? ""), isOpen: false }
  const isOne = sideNames.every((side) => at[side].to - at[side].from === 1)
  const blocks = sideNames.flatMap((side) => bodies[side].blocks.slice(at[side].from, at[side].to))
  const isProse = blocks.every(({ kind }) => kind === "prose")
  const texts = { base: sides.base ?? "", ours: sides.ours ?? "", theirs: sides.theirs ?? "" }
  const whole: MergedLine = { conflict: sides, eol: "" }
  const lines = isOne && !isContested ? mergeLines(texts, isProse, eol, bodies.base.reading) : [whole]
  const place = base.from === base.to ? `after block ${base.from}` : `block ${base.from + 1}`
  const choices = new Map<MergedLine, { readonly text: string | undefined; readonly withMarkers: string | undefined }>()
  for (const line of lines) {
    if (!("conflict" in line)) continue
    const conflict: TextConflict = {
      kind: "block",
      where: choices.size === 0 ? place : `${place}.${choices.size + 1}`,
      base: line.conflict.base ?? "",
      ours: line.conflict.ours ?? "",
      theirs: line.conflict.theirs ?? ""
    }
    const by = decided.get(conflict.where)
    const side = by ?? "theirs"
    const text = typeof side === "string" ? line.conflict[side] : side.text === "" ? undefined : side.text
    if (by === undefined) conflicts.push(conflict)
    choices.set(line, { text, withMarkers: by === undefined ? marked(conflict.ours, conflict.theirs, eol) : text })
  }
  const shown = (chosen: (line: MergedLine & { readonly conflict: Sides<string | undefined> }) => string | undefined) =>
    render(lines, (line) => ("conflict" in line ? chosen(line) : line.text), eol)
  const rendered: Rendered = {
    text: shown((line) => choices.get(line)?.text),
    withMarkers: shown((line) => choices.get(line)?.withMarkers),
    ours: shown(({ conflict }) => conflict.ours),
    theirs: shown(({ conflict }) => conflict.theirs)
  }
  return { region, at, rendered, isOpen: choices.size > 0 }
}

const one = (range: Range, index: number): Range => ({ from: range.from + index, to: range.from + index + 1 })

/** The number of blocks that the sides have in common, first at the beginning and then at the end. */
const commonOf = (ours: ReadonlyArray<Block>, theirs: ReadonlyArray<Block>): readonly [number, number] => {
  const shorter = Math.min(ours.length, theirs.length)
  let start = 0
  while (start < shorter && ours[start]!.text === theirs[start]!.text) start++
  let end = 0
  while (end < shorter - start && ours.at(-1 - end)!.text === theirs.at(-1 - end)!.text) end++
  return [start, end]
}

/**
 * Splits a region that both sides changed: into single blocks if each side has the same number of them, otherwise into
 * the blocks that both inserted first or last, and the rest.
 */
const partsOf = ({ base, ours, theirs }: Region, common: readonly [number, number]): ReadonlyArray<Sides<Range>> => {
  const count = base.to - base.from
  if (ours.to - ours.from === count && theirs.to - theirs.from === count) {
    return Array.from({ length: count }, (_, index) => ({
      base: one(base, index),
      ours: one(ours, index),
      theirs: one(theirs, index)
    }))
  }
  const none = (place: number): Range => ({ from: place, to: place })
  const [start, end] = common
  const rest = (range: Range): Range => ({ from: range.from + start, to: range.to - end })
  const first = Array.from({ length: start }, (_, index) => index)
  const last = Array.from({ length: end }, (_, index) => index)
  const ending = (range: Range, index: number): Range => one(range, range.to - range.from - end + index)
  return [
    ...first.map((index) => ({ base: none(base.from), ours: one(ours, index), theirs: one(theirs, index) })),
    { base, ours: rest(ours), theirs: rest(theirs) },
    ...last.map((index) => ({ base: none(base.to), ours: ending(ours, index), theirs: ending(theirs, index) }))
  ]
}

/**
 * A region that at most one side changed, block by block, with the corresponding blocks of the sides if there are
 * equally many.
 */
const unitsOf = (region: Region, taken: ReadonlyArray<Block>): ReadonlyArray<Unit> => {
  const onSide = (range: Range, index: number): Range =>
    range.to - range.from === taken.length ? one(range, index) : { from: range.from, to: range.from }
  return taken.map(({ text }, index) => ({
    region,
    at: {
      base: onSide(region.base, index),
      ours: onSide(region.ours, index),
      theirs: onSide(region.theirs, index)
    },
    rendered: same(text),
    isOpen: false
  }))
}

/** Merges a region; a contested one is in conflict as a whole, even if only one side changed it. */
export const mergeRegion = (merge: BodyMerge, region: Region, isContested: boolean): ReadonlyArray<Unit> => {
  if (isContested) return [mergePart(merge, region, region, true)]
  const mine = merge.bodies.ours.blocks.slice(region.ours.from, region.ours.to)
  const other = merge.bodies.theirs.blocks.slice(region.theirs.from, region.theirs.to)
  const isSame = mine.length === other.length && mine.every(({ text }, index) => text === other[index]!.text)
  if (region.changed !== "both" || isSame) return unitsOf(region, region.changed === "theirs" ? other : mine)
  return partsOf(region, commonOf(mine, other)).map((part) => mergePart(merge, region, part, false))
}
