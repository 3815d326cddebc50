/** Conflict markers: both versions of a part, left in a text for a person to choose. */

const opening = "<<<<<<< main"
const middle = "======="
const closing = ">>>>>>> change request"

/** Both versions between markers, without a trailing line break. */
export const marked = (ours: string, theirs: string, eol: string): string => {
  const part = (text: string): ReadonlyArray<string> => (text === "" ? [] : [text.replace(/(?:\r\n?|\n)$/, "")])
  return [opening, ...part(ours), middle, ...part(theirs), closing].join(eol)
}

const isBreak = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || text[at] === "\n" || text[at] === "\r"

/** The offset of the first line, at `from` or later, that is exactly this text. */
const findLine = (text: string, line: string, from: number): number | undefined => {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    if (isBreak(text, at - 1) && isBreak(text, at + line.length)) return at
  }
}

/** A part of a text in which both versions stand between markers, with its place in the text. */
export interface MarkedPart {
  /** The offset of the first marker. */
  readonly from: number
  /** The offset after the last marker, before its line break. */
  readonly to: number
  readonly main: string
  readonly request: string
}

/** The lines from one offset to another that are between two markers, without the line breaks around them. */
const between = (text: string, from: number, to: number): string =>
  text
    .slice(from, to)
    .replace(/^(?:\r\n?|\n)/, "")
    .replace(/(?:\r\n?|\n)$/, "")

/**
 * The parts with conflict markers, in their order: each marker is on a line of its own, with exactly these words, so
 * that a page about git's markers has none.
 */
function* partsIn(text: string): Generator<MarkedPart> {
  let start = findLine(text, opening, 0)
  // The end of each search, from which the next one continues: many openings cost one reading of the text.
  let [divider, end] = [0, 0]
  while (start !== undefined) {
    const divided = findLine(text, middle, Math.max(start, divider))
    const closed = divided === undefined ? undefined : findLine(text, closing, Math.max(divided, end))
    if (divided === undefined || closed === undefined) return
    const next = findLine(text, opening, start + 1)
    if (next === undefined || next > closed) {
      yield {
        from: start,
        to: closed + closing.length,
        main: between(text, start + opening.length, divided),
        request: between(text, divided + middle.length, closed)
      }
    }
    start = next
    divider = divided
    end = closed
  }
}

/** Each marker that is a line. */
const markers = new RegExp(`(?<![^\\r\\n])(?:${opening}|${middle}|${closing})(?![^\\r\\n])`, "g")

/** The offsets of a part of a text. */
export interface MarkedRange {
  readonly from: number
  readonly to: number
}

/**
 * The outermost parts with conflict markers, in their order: an update can put markers around others, if main changes
 * what is not decided yet.
 */
export const outermostParts = (text: string): ReadonlyArray<MarkedRange> => {
  if (!text.includes(opening)) return []
  const open: Array<{ readonly from: number; isDivided: boolean }> = []
  const parts: Array<MarkedRange> = []
  for (const { 0: marker, index: from } of text.matchAll(markers)) {
    const last = open.at(-1)
    if (marker === opening) open.push({ from, isDivided: false })
    else if (last === undefined) continue
    else if (marker === middle) last.isDivided = true
    else if (last.isDivided) {
      open.pop()
      while ((parts.at(-1)?.from ?? -1) > last.from) parts.pop()
      parts.push({ from: last.from, to: from + marker.length })
    }
  }
  return parts
}

/** The parts of a text in which both versions stand between markers, in their order. */
export const markedParts = (text: string): ReadonlyArray<MarkedPart> => [...partsIn(text)]

/** Whether a text has conflict markers anywhere. */
export const hasMarkers = (text: string): boolean => partsIn(text).next().done !== true
