/**
 * Finds the references in a markdown text, with parsers that are large modules: import it only from lazily loaded
 * modules.
 */
import type { SyntaxNodeRef } from "@lezer/common"
import type { MarkdownParser } from "@lezer/markdown"
import { isMap, isScalar } from "yaml"
import { tagAt } from "./BlockTag.js"
import { split } from "./FrontMatter.js"
import { isSpace, localParser, offsetParser } from "./OffsetParser.js"
import { unescape } from "./Parser.js"
import { plainParagraphs } from "./PlainParagraphs.js"
import { htmlReferences, localCandidates, mayRefer, type Reference, tagReferences } from "./References.js"
import { addLinks, type SectionLink } from "./TokenLinks.js"
import { readYaml } from "./Yaml.js"

/** The covers that the front matter of a text names. */
const covers = (markdown: string): Array<Reference> => {
  const found: Array<Reference> = []
  const { yaml } = split(markdown)
  const text = yaml === undefined ? "" : markdown.slice(yaml.start, yaml.end)
  if (yaml === undefined || !text.includes("cover")) return found
  const { document } = readYaml(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return found
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || (key.value !== "cover" && key.value !== "coverDark")) continue
    if (!isScalar(value) || !value.range || typeof value.value !== "string") continue
    const source = text.slice(value.range[0], value.range[1])
    const inner = source.indexOf(value.value)
    if (value.value === "" || inner < 0) continue
    const start = yaml.start + value.range[0] + inner
    const raw = value.value.trimEnd()
    found.push({ start, end: start + raw.length, raw, kind: "cover", destination: raw })
  }
  return found
}

/** The covers in the front matter of a text, as links. */
export const coverLinks = (markdown: string): Array<SectionLink> => {
  const links: Array<SectionLink> = []
  addLinks(covers(markdown), links)
  return links
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

/** Whether the destination of a link begins at an offset: `](` comes before it. */
const opens = (markdown: string, start: number): boolean => {
  let at = start - 1
  while (at > 0 && isSpace(markdown.charCodeAt(at))) at--
  return markdown[at] === "(" && markdown[at - 1] === "]"
}

/** The destination of a link; a URL in its label, which the extended syntax turns into a separate link, is ignored. */
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

/** A text in which the lines that only have block tags are blank, since HTML ends at them. Offsets stay the same. */
const blankTags = (text: string): string =>
  text.includes("{%") ? text.replaceAll(/^ {0,3}\{%[^\n]*%\}[ \t\r]*$/gm, (line) => " ".repeat(line.length)) : text

/** Adds the references of the part of a text between two offsets, which has whole blocks. */
const bodyReferences = (
  markdown: string,
  offset: number,
  until: number,
  by: MarkdownParser,
  into: Array<Reference>
): void => {
  const body = markdown.slice(offset, until)
  const closed: Ranges = []
  by.parse(blankTags(body)).iterate({
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
  for (let at = markdown.indexOf("{%", offset); at >= 0 && at < until; at = markdown.indexOf("{%", at + 2)) {
    if (within(closed, at)) continue
    const tag = tagAt(markdown, at)
    if (tag !== undefined) tagReferences(tag, into)
  }
}

/** References in order, without the ones that overlap earlier ones. */
const ordered = (found: Array<Reference>): ReadonlyArray<Reference> => {
  found.sort((left, right) => left.start - right.start || left.end - right.end)
  let end = 0
  return found.filter((each) => {
    if (each.start < end) return false
    end = Math.max(end, each.end)
    return true
  })
}

/**
 * Every destination in a text, in order: inline links and images, reference definitions, `href` and `src` in HTML, URLs
 * in block tags, and covers in front matter; none inside code and comments. They do not overlap.
 */
export const references = (markdown: string): ReadonlyArray<Reference> => {
  const found = covers(markdown)
  const { bodyStart } = split(markdown)
  if (mayRefer(markdown, bodyStart)) bodyReferences(markdown, bodyStart, markdown.length, offsetParser, found)
  return ordered(found)
}

/**
 * The {@link references} that may lead into the text's own folder or space, among some that do not. Paragraphs without
 * any are not parsed, nor is anything else if it is certain which paragraphs have some.
 */
export const localReferences = (markdown: string): ReadonlyArray<Reference> => {
  const found = covers(markdown)
  const { bodyStart } = split(markdown)
  const candidates = localCandidates(markdown, bodyStart)
  if (candidates.length > 0) {
    const parts = plainParagraphs(markdown, bodyStart, candidates) ?? [[bodyStart, markdown.length] as const]
    for (const [from, to] of parts) bodyReferences(markdown, from, to, localParser, found)
  }
  return ordered(found)
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
