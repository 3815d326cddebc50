/**
 * Finds the references in a markdown text, with parsers that are large modules: import it only from lazily loaded
 * modules.
 */
import type { Token } from "markdown-it"
import { isMap, isScalar } from "yaml"
import { tagAt } from "./BlockTag.js"
import { split } from "./FrontMatter.js"
import { markdownIt, parserOf, unescape } from "./Parser.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { bodyMayReferLocally, htmlReferences, mayRefer, type Reference, tagReferences } from "./References.js"
import { sourceOffsets } from "./SourceOffsets.js"
import { addLinks, type SectionLink } from "./TokenLinks.js"
import { placeOf, type Range } from "./TokenPlaces.js"
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

/** Comments, processing instructions and declarations: HTML that is not read as such. */
const unread = /^\s*<[!?]/

/** What an inline token may be for a reference or for code to be in it. */
const mayHold = /[[<`]/

/** A definition of a link up to its destination, which may be on the next line of a quote. */
const definition = /\[(?:[^[\]\\]|\\[\s\S])*\]:[ \t]*(?:(?:\r\n?|\n)[ \t>]*)?/y

/** What is found in the body of a text. */
interface Found {
  readonly references: Array<Reference>
  readonly closed: Ranges
}

/** The destination of the definition of a link that a range of a text has. */
const definitionIn = (text: string, { end, start }: Range): Range | undefined => {
  definition.lastIndex = text.indexOf("[", start)
  if (definition.exec(text) === null) return undefined
  const from = definition.lastIndex
  const { ok, pos } = markdownIt.helpers.parseLinkDestination(text, from, end)
  if (!ok) return undefined
  return text[from] === "<" ? { start: from + 1, end: pos - 1 } : { start: from, end: pos }
}

/** Reads the body of a text, which begins at an offset. */
const read = (text: string, offset: number, wants: (content: string) => boolean, reading: Reading): Found => {
  const parser = parserOf(reading)
  const found: Found = { references: [], closed: [] }
  const { content, lines } = sourceOffsets(text)
  const tokens: Array<Token> = []
  const env = {}
  parser.block.parse(text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD"), parser, env, tokens)
  const link = ({ end, start }: Range, kind: "image" | "link"): void => {
    const raw = text.slice(start, end)
    found.references.push({ start: start + offset, end: end + offset, raw, kind, destination: unescape(raw) })
  }
  const html = ({ end, start }: Range): void => {
    if (unread.test(text.slice(start, end))) found.closed.push([start + offset, end + offset])
    else {
      const inside: Array<Reference> = []
      htmlReferences(text, start, end, inside)
      for (const each of inside) found.references.push({ ...each, start: each.start + offset, end: each.end + offset })
    }
  }
  const inline = (children: ReadonlyArray<Token>, at: (position: number) => number): void => {
    for (const token of children) {
      const place = placeOf(token)
      if (place === undefined) continue
      const range = { start: at(place.start), end: at(place.end) }
      if (token.type === "code_inline") found.closed.push([range.start + offset, range.end + offset])
      else if (token.type === "html_inline") html(range)
      else if (place.destination !== undefined) {
        const { destination } = place
        link({ start: at(destination.start), end: at(destination.end) }, token.type === "image" ? "image" : "link")
      }
      if (token.type === "image") inline(token.children ?? [], (position) => at(place.start + 2 + position))
    }
  }
  let heading = ""
  let row: Token | undefined
  let cell = -1
  for (const token of tokens) {
    const { map, type } = token
    if (type === "heading_open") heading = token.markup
    else if (type === "heading_close") heading = ""
    else if (type === "tr_open") [row, cell] = [token, -1]
    else if (type === "th_open" || type === "td_open") cell++
    else if (type === "inline") {
      if (!wants(token.content)) continue
      parser.inline.parse(token.content, parser, env, token.children ?? [])
      inline(token.children ?? [], content(token, { heading, row, cell }))
    } else if (map === null) continue
    else if (type === "fence" || type === "code_block") {
      const { end, start } = lines(map)
      found.closed.push([start + offset, end + offset])
    } else if (type === "html_block") html(lines(map))
    else if (type === "reference_definition") {
      const destination = definitionIn(text, lines(map))
      if (destination !== undefined) link(destination, "link")
    }
  }
  return found
}

/** Adds the references of the body of a text, which begins at an offset. */
const bodyReferences = (
  markdown: string,
  offset: number,
  wants: (content: string) => boolean,
  reading: Reading,
  into: Array<Reference>
): void => {
  const { closed, references } = read(markdown.slice(offset), offset, wants, reading)
  for (const reference of references) into.push(reference)
  for (let at = markdown.indexOf("{%", offset); at >= 0; at = markdown.indexOf("{%", at + 2)) {
    if (within(closed, at)) continue
    const tag = tagAt(markdown, at)
    if (tag !== undefined) tagReferences(tag, into)
  }
}

/** Running text without any of these has no link, no code and no HTML: most paragraphs need no parsing at all. */
const wantsAny = (content: string): boolean => mayHold.test(content)

/** The same for references to a text's own folder or space. */
const wantsLocal = (content: string): boolean =>
  mayHold.test(content) && (content.includes("{%") || bodyMayReferLocally(content, 0))

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
export const references = (markdown: string, reading: Reading = gitbookReading): ReadonlyArray<Reference> => {
  const found = covers(markdown)
  const { bodyStart } = split(markdown)
  if (mayRefer(markdown, bodyStart)) bodyReferences(markdown, bodyStart, wantsAny, reading, found)
  return ordered(found)
}

/**
 * The {@link references} that may lead into the text's own folder or space, among some that do not. Running text without
 * any is not parsed.
 */
export const localReferences = (markdown: string, reading: Reading = gitbookReading): ReadonlyArray<Reference> => {
  const found = covers(markdown)
  const { bodyStart } = split(markdown)
  if (bodyMayReferLocally(markdown, bodyStart)) bodyReferences(markdown, bodyStart, wantsLocal, reading, found)
  return ordered(found)
}

/** Tells whether an offset of the text is inside code or a comment. */
export const opaqueRanges = (markdown: string, reading: Reading = gitbookReading): ((offset: number) => boolean) => {
  const { bodyStart } = split(markdown)
  const { closed } = read(markdown.slice(bodyStart), bodyStart, wantsAny, reading)
  if (bodyStart > 1) closed.unshift([0, bodyStart])
  return (offset) => within(closed, offset)
}
