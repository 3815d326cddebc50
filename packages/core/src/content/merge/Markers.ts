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

/**
 * Whether a text has conflict markers anywhere: each on a line of its own, with exactly these words, so that a page
 * about git's markers does not count.
 */
export const hasMarkers = (text: string): boolean => {
  let start = findLine(text, opening, 0)
  // The end of each search, from which the next one continues: many openings cost one reading of the text.
  let [between, end] = [0, 0]
  while (start !== undefined) {
    const divided = findLine(text, middle, Math.max(start, between))
    const closed = divided === undefined ? undefined : findLine(text, closing, Math.max(divided, end))
    if (divided === undefined || closed === undefined) return false
    const next = findLine(text, opening, start + 1)
    if (next === undefined || next > closed) return true
    start = next
    between = divided
    end = closed
  }
  return false
}
