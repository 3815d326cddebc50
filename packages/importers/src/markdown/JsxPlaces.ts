/** Inserts the results of components into the text around them. */
import { float, indentation } from "./Blocks.js"

/** The text between the beginning of a line and an offset in it. */
export const before = (text: string, at: number): string => text.slice(text.lastIndexOf("\n", at - 1) + 1, at)

/** The content of a component no further indented than its tag, since it would be code otherwise. */
export const placedContent = (content: string, text: string, at: number): string => {
  const lead = before(text, at)
  const [first = "", ...lines] = content.split("\n")
  const width = indentation(lines)
  const extra = lead.trim() === "" && first.trim() === "" ? width - lead.length : 0
  return extra > 0
    ? [first, ...lines.map((line) => line.slice(Math.min(extra, line.search(/\S|$/))))].join("\n")
    : content
}

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

/**
 * The lines that replace a component at an offset: as far indented as the component if its line is in `continued`, see
 * {@link linesInItems}; in another component as the rest of that one's content; else not indented.
 */
export const placedBlock = (
  block: string,
  text: string,
  at: number,
  continued: ReadonlySet<number>,
  isInComponent: boolean
): string => {
  if (!block.startsWith("\n")) return block
  const lead = before(text, at)
  if (lead.trim() === "" && continued.has(at - lead.length)) return block.replaceAll(/^(?=.)/gm, lead)
  return isInComponent ? float(block) : block
}
