/**
 * Merging two changed versions of a page's text with the one they come from: front matter key by key, the body block by
 * block, a block that both changed line by line, and a line of running text word by word.
 */
import { split } from "../../text/markdown/FrontMatter.js"
import { lineEnding } from "../../text/markdown/FrontMatterPatch.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import { type Body, blocksOf } from "./Blocks.js"
import { contestedRegions } from "./Contested.js"
import { join, type Written } from "./JoinedUnits.js"
import { marked } from "./Markers.js"
import { mergeYaml } from "./MergeFrontMatter.js"
import type { Sides } from "./MergeLines.js"
import { type BodyMerge, mergeRegion, type Rendered, type Unit } from "./MergeRegion.js"
import { either, regionsOf } from "./Regions.js"
import { type Resolutions, type TextConflict, undecided } from "./Resolution.js"

/** A merged body, and the remaining conflicts. */
interface MergedBody extends Pick<Rendered, "text" | "withMarkers"> {
  readonly conflicts: ReadonlyArray<TextConflict>
}

/** Merges three versions of a body; `eol` is the line break between parts that neither side has side by side. */
const mergeBodies = (texts: Sides<string>, decided: Resolutions, eol: string, reading: Reading): MergedBody => {
  const { base, ours, theirs } = texts
  if (ours === theirs || theirs === base) return { text: ours, withMarkers: ours, conflicts: [] }
  if (ours === base) return { text: theirs, withMarkers: theirs, conflicts: [] }
  const cut = (text: string): Body => blocksOf(text, reading)
  const bodies: Sides<Body> = { base: cut(base), ours: cut(ours), theirs: cut(theirs) }
  const list = (body: Body): ReadonlyArray<string> => body.blocks.map(({ text }) => text)
  const regions = regionsOf(list(bodies.base), list(bodies.ours), list(bodies.theirs))
  const written = (units: ReadonlyArray<Unit>, kind: keyof Rendered): Written => join(units, kind, bodies, eol)
  const merge = (conflicts: Array<TextConflict>, contested: ReadonlySet<unknown>): ReadonlyArray<Unit> => {
    const making: BodyMerge = { bodies, decided, eol, conflicts }
    return regions.flatMap((region) => mergeRegion(making, region, contested.has(region)))
  }
  let conflicts: Array<TextConflict> = []
  let units = merge(conflicts, new Set())
  const contested = contestedRegions(units, bodies, (kind) => written(units, kind))
  if (contested.size > 0) {
    conflicts = []
    units = merge(conflicts, contested)
  }
  return { text: written(units, "text").text, withMarkers: written(units, "withMarkers").text, conflicts }
}

/** A merged text. Where conflicts remain, `text` has the version of `theirs`. */
export interface MergedText {
  readonly text: string
  readonly conflicts: ReadonlyArray<TextConflict>
  /** The text with both versions between markers where a conflict remains; conflicts of fields come before the body. */
  readonly withMarkers: string
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
  { base, ours, theirs }: Sides<Head>,
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
 * so are the gaps between blocks, which are those of the `reading`. It matters which side is `ours` only where they conflict.
 */
export const mergeText = (
  base: string,
  ours: string,
  theirs: string,
  decided: Resolutions = undecided,
  reading: Reading = gitbookReading
): MergedText => {
  if (ours === theirs || theirs === base) return { text: ours, conflicts: [], withMarkers: ours }
  if (ours === base) return { text: theirs, conflicts: [], withMarkers: theirs }
  const eol = base === "" ? either(undefined, lineEnding(ours), lineEnding(theirs)) : lineEnding(base)
  const heads = { base: headOf(base), ours: headOf(ours), theirs: headOf(theirs) }
  const fields: Array<TextConflict> = []
  const written = mergeHeads(heads, decided, eol, fields)
  const texts = {
    base: base.slice(heads.base.whole.length),
    ours: ours.slice(heads.ours.whole.length),
    theirs: theirs.slice(heads.theirs.whole.length)
  }
  const body = mergeBodies(texts, decided, eol, reading)
  const isOpen = written.endsWith("---") && (body.text !== "" || fields.length > 0)
  const head = isOpen ? written + eol : written
  const markers = fields.map((conflict) => fieldMarkers(conflict, eol)).join("")
  return {
    text: head + body.text,
    conflicts: [...fields, ...body.conflicts],
    withMarkers: head + markers + body.withMarkers
  }
}
