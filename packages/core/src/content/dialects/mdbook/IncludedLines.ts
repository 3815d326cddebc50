/** The lines of a file that a directive of mdBook shows. */
import type { Inclusion, LineRange } from "./Directives.js"

const anchorStart = /ANCHOR:\s*([\w-]+)/
const anchorEnd = /ANCHOR_END:\s*([\w-]+)/

/** The maximum length of what a directive shows, in characters; what follows the last line within it is left out. */
const includedLimit = 1_000_000

/** The lines of a text as mdBook counts them: a line break at the end begins no line. */
const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

/** Each line of a text that is not the comment of an anchor, and whether it is between those of the anchor. */
const anchoredLines = (text: string, anchor: string, every: boolean): ReadonlyArray<readonly [string, boolean]> => {
  const found: Array<readonly [string, boolean]> = []
  let inside = false
  for (const line of linesOf(text)) {
    const [ends, starts] = [anchorEnd.exec(line), anchorStart.exec(line)]
    if (inside && ends?.[1] === anchor) {
      if (!every) break
      inside = false
    } else if (!inside && starts?.[1] === anchor) inside = true
    else if (ends === null && starts === null) found.push([line, inside])
  }
  return found
}

const chosen = (text: string, range: LineRange, every: boolean): ReadonlyArray<readonly [string, boolean]> => {
  if ("anchor" in range) return anchoredLines(text, range.anchor, every)
  const { from = 1, to = Number.POSITIVE_INFINITY } = range
  return linesOf(text).map((line, index) => [line, index + 1 >= from && index + 1 <= to])
}

/**
 * The text that stands in place of a directive, from the text of the file that it names: the lines of its range, or
 * between the comments of its anchor, which are left out. What `rustdoc_include` does not show stays as hidden lines of
 * Rust (`# …`). At most 1,000,000 characters.
 */
export const includedText = (text: string, { kind, range }: Pick<Inclusion, "kind" | "range">): string => {
  const hidesRest = kind === "rustdoc_include"
  const shown: Array<string> = []
  let length = 0
  for (const [line, isInside] of chosen(text, range, hidesRest)) {
    if (!isInside && !hidesRest) continue
    const written = isInside ? line : `# ${line}`
    length += written.length + 1
    if (length > includedLimit) break
    shown.push(written)
  }
  return shown.join("\n")
}
