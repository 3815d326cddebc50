/** The lines of a text. */

/** The offset of the beginning of each line of a text, as the parser counts lines. */
export const lineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 13 && text.charCodeAt(at + 1) === 10) at++
    if (code === 13 || code === 10) starts.push(at + 1)
  }
  return starts
}
