/** Where a markdown text refers to something, by exact offsets, and putting other destinations there. */
import type { SyntaxNodeRef } from "@lezer/common"
import { isMap, isScalar } from "yaml"
import { type BlockTag, tagAt } from "./BlockTag.js"
import { readYaml, split } from "./FrontMatter.js"
import { isSpace, offsetParser } from "./OffsetParser.js"
import { unescape } from "./Parser.js"

/** How a destination is written: a link, an image, an HTML attribute, a block tag, or a cover in front matter. */
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

const anyReference = /\]\(|\]:|<[a-z]|\{%/i

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

/** Adds the covers in a front matter. */
export const coverReferences = (
  markdown: string,
  yaml: { start: number; end: number },
  into: Array<Reference>
): void => {
  const text = markdown.slice(yaml.start, yaml.end)
  if (!text.includes("cover")) return
  const { document } = readYaml(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || (key.value !== "cover" && key.value !== "coverDark")) continue
    if (!isScalar(value) || !value.range || typeof value.value !== "string") continue
    const source = text.slice(value.range[0], value.range[1])
    const inner = source.indexOf(value.value)
    if (value.value === "" || inner < 0) continue
    const start = yaml.start + value.range[0] + inner
    const raw = value.value.trimEnd()
    into.push({ start, end: start + raw.length, raw, kind: "cover", destination: raw })
  }
}

/** Ranges whose content is not markdown: code and comments. In order, not overlapping. */
type Ranges = Array<readonly [from: number, to: number]>

const within = (ranges: Ranges, position: number): boolean => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]![1] <= position) low = middle + 1
    else high = middle
  }
  return low < ranges.length && ranges[low]![0] <= position
}

const opaque: ReadonlySet<string> = new Set([
  "FencedCode",
  "CodeBlock",
  "InlineCode",
  "Comment",
  "CommentBlock",
  "ProcessingInstruction",
  "ProcessingInstructionBlock"
])

/** Whether what begins at an offset is what a link leads to: `](` stands before it. */
const opens = (markdown: string, start: number): boolean => {
  let at = start - 1
  while (at > 0 && isSpace(markdown.charCodeAt(at))) at--
  return markdown[at] === "(" && markdown[at - 1] === "]"
}

/** The destination of a link; an address in its label, which the extended syntax makes a link of its own, is none. */
const linkReference = (
  markdown: string,
  offset: number,
  { name, node }: SyntaxNodeRef,
  into: Array<Reference>
): void => {
  let url = node.lastChild
  while (url !== null && url.name !== "URL") url = url.prevSibling
  if (url === null || (name !== "LinkReference" && !opens(markdown, url.from + offset))) return
  let start = url.from + offset
  let end = url.to + offset
  if (markdown[start] === "<" && markdown[end - 1] === ">") {
    start++
    end--
  }
  const raw = markdown.slice(start, end)
  into.push({ start, end, raw, kind: name === "Image" ? "image" : "link", destination: unescape(raw) })
}

const bodyReferences = (markdown: string, offset: number, into: Array<Reference>): void => {
  const body = offset === 0 ? markdown : markdown.slice(offset)
  const closed: Ranges = []
  offsetParser.parse(body).iterate({
    enter: (node) => {
      if (opaque.has(node.name)) {
        closed.push([node.from + offset, node.to + offset])
        return false
      }
      if (node.name === "HTMLBlock" || node.name === "HTMLTag") {
        htmlReferences(markdown, node.from + offset, node.to + offset, into)
        return false
      }
      if (node.name === "Link" || node.name === "Image" || node.name === "LinkReference") {
        linkReference(markdown, offset, node, into)
      }
      return undefined
    }
  })
  for (let at = markdown.indexOf("{%", offset); at >= 0; at = markdown.indexOf("{%", at + 2)) {
    if (within(closed, at)) continue
    const tag = tagAt(markdown, at)
    if (tag !== undefined) tagReferences(tag, into)
  }
}

/**
 * Every destination in a text, in order: inline links and images, reference definitions, `href` and `src` in HTML,
 * addresses in block tags, covers in front matter. Nothing inside code and comments. They do not overlap.
 */
export const references = (markdown: string): ReadonlyArray<Reference> => {
  const found: Array<Reference> = []
  const { yaml, bodyStart } = split(markdown)
  if (yaml !== undefined) coverReferences(markdown, yaml, found)
  if (anyReference.test(bodyStart === 0 ? markdown : markdown.slice(bodyStart)))
    bodyReferences(markdown, bodyStart, found)
  found.sort((left, right) => left.start - right.start || left.end - right.end)
  let end = 0
  return found.filter((each) => {
    if (each.start < end) return false
    end = Math.max(end, each.end)
    return true
  })
}

const candidates =
  /\]\([ \t\r\n]*<?([^\s)>]*)|\][ \t]*:[ \t\r\n]*<?([^\s>]+)|\b(?:href|src|poster)\s*=\s*["']?([^\s"'>]*)|\{%((?:(?!\{%|%\})[^\n])*)%\}/gi
const external = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i

/**
 * Whether a text may refer to something in its own folder or space. A cheap scan: `false` is certain, `true` is not.
 */
export const mayReferLocally = (markdown: string): boolean => {
  const { yaml, bodyStart } = split(markdown)
  if (yaml !== undefined && /^["']?cover(?:Dark)?["']?[ \t]*:/m.test(markdown.slice(yaml.start, yaml.end))) return true
  candidates.lastIndex = bodyStart
  for (let match = candidates.exec(markdown); match !== null; match = candidates.exec(markdown)) {
    if (match[4] !== undefined) {
      if (/[=]|\binclude\b/.test(match[4])) return true
    } else if (!external.test(match[1] ?? match[2] ?? match[3] ?? "")) return true
  }
  return false
}

/** Tells whether an offset of the text is inside code or a comment. */
export const opaqueRanges = (markdown: string): ((offset: number) => boolean) => {
  const closed: Ranges = []
  const { bodyStart } = split(markdown)
  if (bodyStart > 1) closed.push([0, bodyStart])
  offsetParser.parse(markdown.slice(bodyStart)).iterate({
    enter: (node) => {
      if (!opaque.has(node.name)) return undefined
      closed.push([node.from + bodyStart, node.to + bodyStart])
      return false
    }
  })
  return (offset) => within(closed, offset)
}

/** The text with the replacements put in. They are in order and do not overlap. */
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
