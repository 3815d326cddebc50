/**
 * Interrupts long texts for the template's show rules: Typst applies the replacements in a run of text recursively, and
 * gives up after 512 of them.
 */
import type { Json } from "./EmojiSplitting.js"

/**
 * How many replacements of the template a run of text may have; this leaves room for the replacements of other rules.
 */
const most = 200

/** Matches the text that the template replaces: zero-width spaces, and words that it may have to break. */
const replaced = /\u200b|[^\s\u200b]{4,}/g

const pause: Json = { type: "pause" }

type Inline = { readonly [key: string]: Json }

const isInline = (value: Json): value is Inline => typeof value === "object" && value !== null && !Array.isArray(value)

/** Inserts a pause wherever a run of text would exceed the limit of replacements. Footnotes are separate runs. */
export const withPauses = (inlines: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  let count = 0
  const parts = (inline: Inline, text: string): ReadonlyArray<Json> => {
    const found: Array<Json> = []
    let from = 0
    for (const { 0: match, index } of text.matchAll(replaced)) {
      if (++count < most) continue
      count = 0
      found.push({ ...inline, text: text.slice(from, index) }, pause)
      from = match === "\u200b" ? index + 1 : index
    }
    found.push({ ...inline, text: text.slice(from) })
    return found
  }
  const walk = (all: ReadonlyArray<Json>): ReadonlyArray<Json> =>
    all.flatMap((inline): ReadonlyArray<Json> => {
      if (!isInline(inline) || inline.type === "footnote") return [inline]
      if (typeof inline.text === "string" && inline.type === "text") return parts(inline, inline.text)
      return Array.isArray(inline.children) ? [{ ...inline, children: walk(inline.children) }] : [inline]
    })
  return walk(inlines)
}

/** Breaks lines of code that have too many images for the template to replace. */
export const withShortLines = (code: string, picture: RegExp): string => {
  let count = 0
  return code
    .split("\n")
    .map((line) => {
      count = 0
      return line.replaceAll(picture, (found) => (++count % most === 0 ? `${found}\n` : found))
    })
    .join("\n")
}
