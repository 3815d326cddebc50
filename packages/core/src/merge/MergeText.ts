/**
 * Merging two changed versions of a page's text with the one they come from: front matter key by key, the body block by
 * block, a block that both changed line by line, and a line of running text word by word.
 */
import { split } from "../markdown/FrontMatter.js"
import { lineEnding } from "../markdown/FrontMatterPatch.js"
import { type Block, type Body, blocksOf } from "./Blocks.js"
import type { Range } from "./Diff.js"
import { marked } from "./Markers.js"
import { mergeYaml } from "./MergeFrontMatter.js"
import { type MergedLine, mergeLines } from "./MergeLines.js"
import { either, type Region, regionsOf } from "./Regions.js"
import { type Resolutions, type TextConflict, undecided } from "./Resolution.js"

/** A merged text. Where conflicts remain, `text` has the version of `theirs`. */
export interface MergedText {
  readonly text: string
  readonly conflicts: ReadonlyArray<TextConflict>
  /** The text with both versions between markers where a conflict remains; those of fields come before the body. */
  readonly withMarkers: string
}

/** The two renderings of a merged part. */
interface Rendered {
  readonly text: string
  readonly withMarkers: string
}

/** A part of the merged body, with its blocks on each side. */
interface Unit extends Rendered {
  readonly base: Range
  readonly ours: Range
  readonly theirs: Range
}

type Side = "base" | "ours" | "theirs"

/** The gap between two parts on a side where they are adjacent. */
const gapOn = (side: Side, bodies: Readonly<Record<Side, Body>>, before: Unit, after: Unit): string | undefined => {
  const [left, right] = [before[side], after[side]]
  const isThere = left.from < left.to && right.from < right.to && left.to === right.from
  return isThere ? bodies[side].blocks[left.to - 1]?.gap : undefined
}

const gapBetween = (bodies: Readonly<Record<Side, Body>>, before: Unit, after: Unit, eol: string): string => {
  const ours = gapOn("ours", bodies, before, after)
  const theirs = gapOn("theirs", bodies, before, after)
  if (ours !== undefined && theirs !== undefined) return either(gapOn("base", bodies, before, after), ours, theirs)
  return ours ?? theirs ?? eol + eol
}

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

const isProse = (blocks: ReadonlyArray<Block>): boolean => blocks.every(({ kind }) => kind === "prose")

/** Merges a region whose blocks both sides changed: a single block line by line, several as a whole. */
const mergeRegion = (
  bodies: Readonly<Record<Side, Body>>,
  region: Region,
  decided: Resolutions,
  eol: string,
  conflicts: Array<TextConflict>
): Rendered => {
  const { base, ours, theirs } = region
  const sides = { base: raw(bodies.base, base), ours: raw(bodies.ours, ours), theirs: raw(bodies.theirs, theirs) }
  const isOne = [base, ours, theirs].every(({ from, to }) => to - from === 1)
  const all = (["base", "ours", "theirs"] as const).flatMap((side) =>
    bodies[side].blocks.slice(region[side].from, region[side].to)
  )
  const taken =
    sides.ours === sides.theirs || sides.theirs === sides.base
      ? "ours"
      : sides.ours === sides.base
        ? "theirs"
        : undefined
  if (taken !== undefined) return { text: sides[taken] ?? "", withMarkers: sides[taken] ?? "" }
  const lines = isOne ? mergeLines(sides, isProse(all), eol) : [{ conflict: sides, eol: "" }]
  const place = base.from === base.to ? `after block ${base.from}` : `block ${base.from + 1}`
  const choices = new Map<MergedLine, Partial<Rendered>>()
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
    const chosen = text === undefined ? {} : { text }
    if (by === undefined) conflicts.push(conflict)
    choices.set(
      line,
      by === undefined ? { ...chosen, withMarkers: marked(conflict.ours, conflict.theirs, eol) } : chosen
    )
  }
  const plain = (line: MergedLine) => ("conflict" in line ? choices.get(line)?.text : line.text)
  return {
    text: render(lines, plain, eol),
    withMarkers: render(lines, (line) => choices.get(line)?.withMarkers ?? plain(line), eol)
  }
}

const at = (range: Range, index: number): Range => ({ from: range.from + index, to: range.from + index + 1 })

/** How many blocks the sides have in common, first at the beginning and then at the end. */
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
 * what both inserted first or last, and the rest.
 */
const partsOf = (region: Region, common: readonly [number, number]): ReadonlyArray<Region> => {
  const { base, changed, ours, theirs } = region
  const count = base.to - base.from
  if (ours.to - ours.from === count && theirs.to - theirs.from === count) {
    return Array.from({ length: count }, (_, index) => ({
      changed,
      base: at(base, index),
      ours: at(ours, index),
      theirs: at(theirs, index)
    }))
  }
  const none = (place: number): Range => ({ from: place, to: place })
  const [start, end] = common
  const rest = (range: Range): Range => ({ from: range.from + start, to: range.to - end })
  const first = Array.from({ length: start }, (_, index) => index)
  const last = Array.from({ length: end }, (_, index) => index)
  const put = (mine: Range, other: Range, place: number): Region => ({
    changed,
    base: none(place),
    ours: mine,
    theirs: other
  })
  return [
    ...first.map((index) => put(at(ours, index), at(theirs, index), base.from)),
    { changed, base, ours: rest(ours), theirs: rest(theirs) },
    ...last.map((index) =>
      put(at(ours, ours.to - ours.from - end + index), at(theirs, theirs.to - theirs.from - end + index), base.to)
    )
  ]
}

/**
 * A region that at most one side changed, block by block, with the corresponding blocks of the sides if there are
 * equally many.
 */
const unitsOf = (region: Region, taken: ReadonlyArray<Block>): ReadonlyArray<Unit> => {
  const onSide = (side: Side, index: number): Range => {
    const range = region[side]
    if (range.to - range.from === taken.length) return at(range, index)
    return { from: range.from, to: range.from }
  }
  return taken.map(({ text }, index) => ({
    text,
    withMarkers: text,
    base: onSide("base", index),
    ours: onSide("ours", index),
    theirs: onSide("theirs", index)
  }))
}

const join = (
  units: ReadonlyArray<Unit>,
  kind: keyof Rendered,
  bodies: Readonly<Record<Side, Body>>,
  eol: string
): string => {
  const shown = units.filter((unit) => unit[kind] !== "")
  let text = either(bodies.base.lead, bodies.ours.lead, bodies.theirs.lead)
  for (const [index, unit] of shown.entries()) {
    if (index > 0) text += gapBetween(bodies, shown[index - 1]!, unit, eol)
    text += unit[kind]
  }
  const last = (body: Body): string => body.blocks.at(-1)?.gap ?? ""
  return shown.length === 0 ? text : text + either(last(bodies.base), last(bodies.ours), last(bodies.theirs))
}

/** Merges bodies; remaining conflicts are added to `conflicts`. */
const mergeBodies = (
  texts: Readonly<Record<Side, string>>,
  decided: Resolutions,
  eol: string,
  conflicts: Array<TextConflict>
): Rendered => {
  if (texts.ours === texts.theirs || texts.theirs === texts.base) return { text: texts.ours, withMarkers: texts.ours }
  if (texts.ours === texts.base) return { text: texts.theirs, withMarkers: texts.theirs }
  const bodies = { base: blocksOf(texts.base), ours: blocksOf(texts.ours), theirs: blocksOf(texts.theirs) }
  const list = (body: Body): ReadonlyArray<string> => body.blocks.map(({ text }) => text)
  const units: Array<Unit> = []
  const mergePart = (region: Region): Unit => ({ ...region, ...mergeRegion(bodies, region, decided, eol, conflicts) })
  for (const region of regionsOf(list(bodies.base), list(bodies.ours), list(bodies.theirs))) {
    const mine = bodies.ours.blocks.slice(region.ours.from, region.ours.to)
    const other = bodies.theirs.blocks.slice(region.theirs.from, region.theirs.to)
    const same = mine.length === other.length && mine.every(({ text }, index) => text === other[index]!.text)
    if (region.changed === "both" && !same) {
      for (const part of partsOf(region, commonOf(mine, other))) units.push(mergePart(part))
    } else for (const unit of unitsOf(region, region.changed === "theirs" ? other : mine)) units.push(unit)
  }
  return { text: join(units, "text", bodies, eol), withMarkers: join(units, "withMarkers", bodies, eol) }
}

/** The front of a text: a byte order mark, and the front matter with its fences. */
interface Head {
  readonly whole: string
  readonly opening: string
  readonly closing: string
  readonly yaml?: string
}

const headOf = (text: string): Head => {
  const { bodyStart, yaml } = split(text)
  const whole = text.slice(0, bodyStart)
  if (yaml === undefined) return { whole, opening: whole, closing: "" }
  const { end, start } = yaml
  return { whole, opening: text.slice(0, start), closing: text.slice(end, bodyStart), yaml: text.slice(start, end) }
}

const mergeHeads = (
  { base, ours, theirs }: Readonly<Record<Side, Head>>,
  decided: Resolutions,
  eol: string,
  conflicts: Array<TextConflict>
): string => {
  if (ours.whole === theirs.whole || theirs.whole === base.whole) return ours.whole
  if (ours.whole === base.whole) return theirs.whole
  const merged = mergeYaml({ base: base.yaml, ours: ours.yaml, theirs: theirs.yaml }, decided, eol)
  for (const conflict of merged.conflicts) conflicts.push(conflict)
  if (merged.yaml === "" && (ours.yaml === undefined || theirs.yaml === undefined)) {
    return ours.yaml === undefined ? ours.whole : theirs.whole
  }
  const closing = either(base.closing, ours.closing || theirs.closing, theirs.closing || ours.closing)
  const openingOf = (head: Head) => (head.yaml === undefined ? undefined : head.opening)
  const opening = either(base.opening, openingOf(ours) ?? theirs.opening, openingOf(theirs) ?? ours.opening)
  return opening + merged.yaml + closing
}

const fieldMarkers = ({ ours, theirs, where }: TextConflict, eol: string): string => {
  const line = (value: string): string => (value === "" ? "" : where === "front matter" ? value : `${where}: ${value}`)
  return marked(line(ours), line(theirs), eol) + eol + eol
}

/**
 * Merges two changed versions of a text. A block that only one side changed is taken from that side byte for byte, and
 * so are the gaps between blocks. Which side is `ours` matters only where they conflict.
 */
export const mergeText = (base: string, ours: string, theirs: string, decided: Resolutions = undecided): MergedText => {
  if (ours === theirs || theirs === base) return { text: ours, conflicts: [], withMarkers: ours }
  if (ours === base) return { text: theirs, conflicts: [], withMarkers: theirs }
  const eol = base === "" ? either(undefined, lineEnding(ours), lineEnding(theirs)) : lineEnding(base)
  const heads = { base: headOf(base), ours: headOf(ours), theirs: headOf(theirs) }
  const fields: Array<TextConflict> = []
  const written = mergeHeads(heads, decided, eol, fields)
  const blocks: Array<TextConflict> = []
  const texts = {
    base: base.slice(heads.base.whole.length),
    ours: ours.slice(heads.ours.whole.length),
    theirs: theirs.slice(heads.theirs.whole.length)
  }
  const body = mergeBodies(texts, decided, eol, blocks)
  const isOpen = written.endsWith("---") && (body.text !== "" || fields.length > 0)
  const head = isOpen ? written + eol : written
  const markers = fields.map((conflict) => fieldMarkers(conflict, eol)).join("")
  return {
    text: head + body.text,
    conflicts: [...fields, ...blocks],
    withMarkers: head + markers + body.withMarkers
  }
}
