/** The YAML block at the head of a markdown text: its position and its values. Offsets are in UTF-16 units. */

/**
 * The positions of the parts of a text. `bodyStart` is the beginning of the markdown: after the block, or after a byte
 * order mark.
 */
export interface Split {
  /** The YAML between the two `---` lines; absent when the text has no front matter. */
  readonly yaml?: { readonly start: number; readonly end: number }
  readonly bodyStart: number
}

/** A value of front matter. Scalars are strings as written: `1.10` is not a number here. */
export type YamlValue = null | string | ReadonlyArray<YamlValue> | { readonly [key: string]: YamlValue }

/** Whether a value is a map. */
export const isYamlMap = (value: YamlValue | undefined): value is { readonly [key: string]: YamlValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A problem in a text; `line` counts from 1. */
export interface TextProblem {
  readonly line: number
  readonly message: string
}

/** Front matter as read; `values` is empty when there is none or it is not valid. */
export interface FrontMatter {
  readonly values: { readonly [key: string]: YamlValue }
  readonly problems: ReadonlyArray<TextProblem>
}

/** The maximum length of front matter, in UTF-16 units; anything longer is not parsed as such. */
const limit = 131_072

const opening = /^\uFEFF?---[ \t]*\r?\n/
const closing = /^---[ \t]*(?:\r?\n|$)/gm
const content =
  /^(?:[ \t]*(?:#[^\n]*|\r?)\n)*(?=(?:[^\s#:{"'-][^\r\n:]*|"[^"\r\n]*"|'[^'\r\n]*')[ \t]*:(?:[ \t\r\n]|$)|\{|$)/

const findSplit = (markdown: string): Split => {
  const bom = markdown.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!markdown.startsWith("---", bom)) return { bodyStart: bom }
  const open = opening.exec(markdown)
  if (open === null) return { bodyStart: bom }
  const start = open[0].length
  closing.lastIndex = start
  const close = closing.exec(markdown)
  if (close === null || close.index - start > limit || !content.test(markdown.slice(start, close.index)))
    return { bodyStart: bom }
  return { yaml: { start, end: close.index }, bodyStart: closing.lastIndex }
}

/**
 * The number of most recent texts that are cached: an edit has the old one, the one that was sent and the one that is
 * stored.
 */
const remembered = 4

const lately: Array<{ readonly markdown: string; readonly found: Split }> = []

/**
 * Finds the front matter: a `---` line at the very start, something that looks like YAML keys, and a `---` line. The
 * last results are cached: one write needs them several times for each text.
 */
export const split = (markdown: string): Split => {
  const known = lately.find((each) => each.markdown === markdown)
  if (known !== undefined) return known.found
  const found = findSplit(markdown)
  if (lately.push({ markdown, found }) > remembered) lately.shift()
  return found
}
