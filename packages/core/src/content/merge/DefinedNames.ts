/** The names that a text defines for its own links: footnotes, link definitions, and anchors. */
import type { Block } from "./Blocks.js"

/** Code defines nothing. */
const code = /^(?: {0,3}(?:`{3}|~{3})| {4}|\t)/

/** The definition of a footnote or of a link, at the beginning of a line that may be inside a quote or a list. */
const definition = /^[ \t>*+-]*\[([^\]\\\r\n]{1,200})\]:/gm

/** The anchor of a heading or of an HTML element. */
const anchor = /\{#([^}\s]{1,200})\}|<[a-z][^<>\r\n]*?\s(?:id|name)\s*=\s*["']?([^"'\s<>]{1,200})/gi

/** The number of definitions of each name. Names of links ignore case; names of anchors begin with `#`. */
export const namesIn = (blocks: ReadonlyArray<Block>): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  const add = (name: string): void => void names.set(name, (names.get(name) ?? 0) + 1)
  for (const { text } of blocks) {
    if (code.test(text)) continue
    if (text.includes("]:")) for (const found of text.matchAll(definition)) add(found[1]!.toLowerCase())
    if (!text.includes("{#") && !text.includes("<")) continue
    for (const found of text.matchAll(anchor)) add(`#${found[1] ?? found[2]}`)
  }
  return names
}
