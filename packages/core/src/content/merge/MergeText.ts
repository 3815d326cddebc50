/**
 * Merging two changed versions of a page's text with the one they come from: front matter key by key, the body block by
 * block, a block that both changed line by line, and a line of running text word by word.
 */
import { split } from "../../text/markdown/FrontMatter.js"
import { lineEnding } from "../../text/markdown/FrontMatterPatch.js"
import { marked } from "./Markers.js"
import { mergeBodies } from "./MergeBody.js"
import { mergeYaml } from "./MergeFrontMatter.js"
import type { Sides } from "./MergeLines.js"
import { either } from "./Regions.js"
import { type Resolutions, type TextConflict, undecided } from "./Resolution.js"

/** A merged text. Where conflicts remain, `text` has the version of `theirs`. */
export interface MergedText {
  readonly text: string
  readonly conflicts: ReadonlyArray<TextConflict>
  /** The text with both versions between markers where a conflict remains; those of fields come before the body. */
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
 * so are the gaps between blocks. Which side is `ours` matters only where they conflict.
 */
export const mergeText = (base: string, ours: string, theirs: string, decided: Resolutions = undecided): MergedText => {
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
  const body = mergeBodies(texts, decided, eol)
  const isOpen = written.endsWith("---") && (body.text !== "" || fields.length > 0)
  const head = isOpen ? written + eol : written
  const markers = fields.map((conflict) => fieldMarkers(conflict, eol)).join("")
  return {
    text: head + body.text,
    conflicts: [...fields, ...body.conflicts],
    withMarkers: head + markers + body.withMarkers
  }
}
