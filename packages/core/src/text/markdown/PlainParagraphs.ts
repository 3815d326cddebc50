/** Finds running text whose place among the blocks of a text is certain without parsing all of it. */

/** Whether each line of a range begins with a letter: none begins a block, continues one, or underlines a heading. */
const areTextLines = (text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; ) {
    const letter = text.charCodeAt(at) | 32
    if (letter < 97 || letter > 122) return false
    const next = text.indexOf("\n", at)
    at = next < 0 ? to : next + 1
  }
  return true
}

const fenceLine = /^(?:(`{3,})([^`\n]*)|(~{3,})([^\n]*))$/

/**
 * The ranges of fenced code in a part of a text; `undefined` if a fence is not at the beginning of its line, or if marks
 * of fences are something else.
 */
const fences = (text: string, from: number): ReadonlyArray<readonly [from: number, to: number]> | undefined => {
  const found: Array<readonly [from: number, to: number]> = []
  const marks = /```|~~~/g
  let opened: { readonly at: number; readonly mark: string } | undefined
  marks.lastIndex = from
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const { index } = match
    if (index > from && text[index - 1] !== "\n") return undefined
    const next = text.indexOf("\n", index)
    const end = next < 0 ? text.length : next
    const line = fenceLine.exec(text.slice(index, end))
    if (line === null) return undefined
    const mark = line[1] ?? line[3] ?? ""
    const isClosing = (line[2] ?? line[4] ?? "").trim() === ""
    if (opened === undefined) opened = { at: index, mark }
    else if (isClosing && mark[0] === opened.mark[0] && mark.length >= opened.mark.length) {
      found.push([opened.at, end])
      opened = undefined
    }
    marks.lastIndex = end
  }
  if (opened !== undefined) found.push([opened.at, text.length])
  return found
}

/** A text with any of these has blocks that may contain blank lines, in addition to fenced code: HTML and tags. */
const enclosing = /[<\r]|\{%/

/**
 * The paragraphs of a part of a text that contain the given offsets, in order, without offsets in fenced code.
 * `undefined` if it takes a parser to tell: unless each is surrounded by blank lines, with a letter at the beginning of
 * every line, and outside of everything that may contain blank lines.
 */
export const plainParagraphs = (
  text: string,
  from: number,
  offsets: ReadonlyArray<number>
): ReadonlyArray<readonly [from: number, to: number]> | undefined => {
  if (enclosing.test(text)) return undefined
  const closed = fences(text, from)
  if (closed === undefined) return undefined
  const found: Array<readonly [from: number, to: number]> = []
  let done = from
  let passed = 0
  for (const offset of offsets) {
    while (passed < closed.length && closed[passed]![1] <= offset) passed++
    if (offset < done || (passed < closed.length && closed[passed]![0] <= offset)) continue
    const blank = text.lastIndexOf("\n\n", offset)
    const start = blank < from ? from : blank + 2
    const next = text.indexOf("\n\n", offset)
    const end = next < 0 ? text.length : next
    if (!areTextLines(text, start, end)) return undefined
    found.push([start, end])
    done = end
  }
  return found
}
