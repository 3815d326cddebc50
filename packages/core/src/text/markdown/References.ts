/** The references in a markdown text by exact offsets, and replacing their destinations. */
import type { BlockTag } from "./BlockTag.js"
import { split } from "./FrontMatter.js"
import { unescape } from "./Parser.js"

/** The form of a destination: a link, an image, an HTML attribute, a block tag, or a cover in front matter. */
export type ReferenceKind = "link" | "image" | "html" | "block" | "cover"

/**
 * A destination in a text. `start` and `end` are the UTF-16 offsets of `raw`, the destination as written, inside any
 * quotes or angle brackets. `destination` has markdown escapes and entities replaced; it is not percent-decoded.
 * `tag` is the name of the block tag or HTML element.
 */
export interface Reference {
  readonly start: number
  readonly end: number
  readonly raw: string
  readonly kind: ReferenceKind
  readonly destination: string
  readonly tag?: string
}

/** New text for a range of a text. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

const attribute = /\s(href|src|srcset|data-src|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi
const element =
  /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<([A-Za-z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>/gi

/** Adds the destinations in a range of HTML. */
export const htmlReferences = (text: string, from: number, to: number, into: Array<Reference>): void => {
  const html = text.slice(from, to)
  for (const tag of html.matchAll(element)) {
    if (tag[2] === undefined || tag[3] === undefined || tag[3] === "") continue
    const offset = from + tag.index + 1 + tag[2].length
    for (const found of tag[3].matchAll(attribute)) {
      if (found[1]!.toLowerCase() === "srcset") continue
      const raw = found[2] ?? found[3] ?? found[4]!
      const end = offset + found.index + found[0].length - (found[4] === undefined ? 1 : 0)
      into.push({
        start: end - raw.length,
        end,
        raw,
        kind: "html",
        destination: unescape(raw, true).trim(),
        tag: tag[2].toLowerCase()
      })
    }
  }
}

const tagKeys: ReadonlySet<string> = new Set(["url", "src", "href", "page"])

/** Adds the destinations in a block tag. */
export const tagReferences = (tag: BlockTag, into: Array<Reference>): void => {
  for (const { key, value, start, end } of tag.arguments) {
    if (key === "" ? tag.name !== "include" : !tagKeys.has(key)) continue
    into.push({ start, end, raw: value, kind: "block", destination: value, tag: tag.name })
  }
}

const anyReference = /\]\(|\]:|<[a-z]|\{%/i

/**
 * Whether the body of a text, which begins at an offset, may contain references. A cheap scan: only `false` is certain.
 */
export const mayRefer = (markdown: string, bodyStart: number): boolean =>
  anyReference.test(bodyStart === 0 ? markdown : markdown.slice(bodyStart))

// A destination is read up to the next bracket, with which another candidate may begin: its beginning is enough.
const candidates =
  /\]\([ \t\r\n]*<?([^\s)>]?[^\s)>\]]*)|\][ \t]*:[ \t\r\n]*<?([^\s>][^\s>\]]*)|\b(?:href|src|poster)\s*=\s*["']?([^\s"'>]?[^\s"'>\]]*)|\{%((?:(?!\{%|%\})[^\n])*)%\}/gi
const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i

/**
 * Whether a text, from an offset on and outside of front matter, may refer to something in its own folder or space. A
 * cheap scan: only `false` is certain.
 */
export const bodyMayReferLocally = (markdown: string, from: number): boolean => {
  candidates.lastIndex = from
  for (let match = candidates.exec(markdown); match !== null; match = candidates.exec(markdown)) {
    if (match[4] !== undefined) {
      if (/[=]|\binclude\b/.test(match[4])) return true
      candidates.lastIndex = match.index + 2
    } else if (!external.test(match[1] ?? match[2] ?? match[3] ?? "")) return true
  }
  return false
}

/** {@link bodyMayReferLocally} of a whole text, whose front matter may name a cover. */
export const mayReferLocally = (markdown: string): boolean => {
  const { yaml, bodyStart } = split(markdown)
  if (yaml !== undefined && /^["']?cover(?:Dark)?["']?[ \t]*:/m.test(markdown.slice(yaml.start, yaml.end))) return true
  return bodyMayReferLocally(markdown, bodyStart)
}

/** The text with the replacements applied, which must be in order and must not overlap. */
export const rewrite = (markdown: string, replacements: ReadonlyArray<Replacement>): string => {
  if (replacements.length === 0) return markdown
  let text = ""
  let from = 0
  for (const { start, end, text: replacement } of replacements) {
    text += markdown.slice(from, start) + replacement
    from = end
  }
  return text + markdown.slice(from)
}
