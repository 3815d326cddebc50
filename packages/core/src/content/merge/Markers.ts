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

/** The parts of a text in which both versions stand between markers, in their order. */
export const markedParts = (text: string): ReadonlyArray<MarkedPart> => [...partsIn(text)]

/** Whether a text has conflict markers anywhere. */
export const hasMarkers = (text: string): boolean => partsIn(text).next().done !== true
