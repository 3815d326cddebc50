/** Keeps what replaces a tag in the item of a list that the tag is in. */

const lineStart = /([ \t]{0,100})((?:[-*+]|\d{1,9}[.)])[ \t]{1,4}(?=\S))?/y

/** The offsets of the lines that continue items of lists. */
export const linesInItems = (text: string): ReadonlySet<number> => {
  const found = new Set<number>()
  const columns: Array<number> = []
  let start = 0
  for (const line of text.split("\n")) {
    if (line.trim() !== "") {
      lineStart.lastIndex = start
      const [whole = "", space = "", marker] = lineStart.exec(text) ?? []
      while (columns.length > 0 && columns.at(-1)! > space.length) columns.pop()
      if (columns.length > 0) found.add(start)
      if (marker !== undefined) columns.push(whole.length)
    }
    start += line.length + 1
  }
  return found
}

/** The lines that replace the tag at an offset, indented as the tag is if its line continues an item. */
export const inItem = (lines: string, text: string, at: number, continued: ReadonlySet<number>): string => {
  const from = text.lastIndexOf("\n", at - 1) + 1
  const before = continued.has(from) ? text.slice(from, at) : ""
  return before === "" || before.trim() !== "" ? lines : lines.replaceAll(/\n(?=[^\n])/g, `\n${before}`)
}
