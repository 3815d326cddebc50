/** Places what components become in the text around them. */
import { float, indentation } from "./Blocks.js"

/** The text between the beginning of a line and an offset in it. */
const before = (text: string, at: number): string => text.slice(text.lastIndexOf("\n", at - 1) + 1, at)

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

/** How far above a tag the list item that it belongs to may begin, in lines. */
const lineLimit = 100

const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/

/** Whether a line that is indented so far continues an item of a list that begins above it. */
const isInItem = (text: string, at: number, width: number): boolean => {
  let end = at - width - 1
  for (let count = 0; end >= 0 && count < lineLimit; count++) {
    const start = text.lastIndexOf("\n", end - 1) + 1
    const line = text.slice(start, end)
    if (line.trim() !== "" && line.search(/\S/) < width) return (item.exec(line)?.[0].length ?? width + 1) <= width
    end = start - 1
  }
  return false
}

/**
 * A block that replaces a component at an offset: in a list item as far indented as the component was, in another
 * component as that one's content is, else not indented.
 */
export const placedBlock = (block: string, text: string, at: number, isInComponent: boolean): string => {
  if (!block.includes("\n")) return block
  const lead = before(text, at)
  if (lead !== "" && lead.trim() === "" && isInItem(text, at, lead.length)) return block.replaceAll(/^(?=.)/gm, lead)
  return isInComponent ? float(block) : block
}
