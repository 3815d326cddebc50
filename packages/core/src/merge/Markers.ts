/** Conflict markers: both versions of a part, left in a text for somebody to choose. */

const opening = "<<<<<<< main"
const middle = "======="
const closing = ">>>>>>> change request"

/** Both versions between markers, without a line break at the end. */
export const marked = (ours: string, theirs: string, eol: string): string => {
  const part = (text: string): ReadonlyArray<string> => (text === "" ? [] : [text.replace(/(?:\r\n?|\n)$/, "")])
  return [opening, ...part(ours), middle, ...part(theirs), closing].join(eol)
}

/**
 * Whether a text has the markers of a conflict, anywhere: each on a line of its own, with these very words, so that a
 * page about git's markers is not taken for one.
 */
export const hasMarkers = (text: string): boolean => {
  if (!text.includes(opening)) return false
  const wanted = [opening, middle, closing]
  for (const line of text.split(/\r\n?|\n/)) {
    if (line === opening) wanted.splice(0, wanted.length, middle, closing)
    else if (line === wanted[0]) wanted.shift()
    if (wanted.length === 0) return true
  }
  return false
}
