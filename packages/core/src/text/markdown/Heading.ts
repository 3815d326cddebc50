/** The heading that a text begins with: the page's title if the front matter has none. */
import { cutAnchor, elementAnchor } from "./Anchors.js"
import { split } from "./FrontMatter.js"
import { markdownIt, plainText, unescape } from "./Parser.js"
import { gitbookReading, type Reading } from "./Reading.js"

/** A leading heading. `start` and `end` are the offsets of its text as written, without marks and anchors. */
export interface LeadingHeading {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The offset of the beginning of the heading, with its marks. */
  readonly from: number
  /** The offset after the heading: of its last line, or of its closing tag. */
  readonly after: number
  /** What is written between the marks of the heading, anchors included. */
  readonly raw: string
  readonly isHtml: boolean
}

/** The maximum number of characters of a title. A longer heading stays in the text. */
export const longestTitle = 256

/**
 * What may come before the heading, since it shows nothing: lines without anything, comments, scripts and styles of
 * their own lines, and definitions of links.
 */
const shownNowhere = [
  /[ \t\r\n]*\n|[ \t]+$/y,
  /[ \t]*<!--[\s\S]*?-->[ \t]*(?:\r?\n|$)/y,
  / {0,3}<(script|style)(?=[\s>])[^>]*>[\s\S]*?<\/\1>[ \t]*(?:\r?\n|$)/iy,
  / {0,3}\[(?!\^)(?:[^[\]\\\r\n]|\\.){1,999}\]:[ \t]*(?:<[^<>\r\n]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"\r\n]*"|'[^'\r\n]*'|\([^()\r\n]*\)))?[ \t]*(?:\r?\n|$)/y
]
/** The opening tag of a box around the heading, which begins on the next line or after a blank one. */
const box =
  / {0,3}<(?:div|center|header|section)\b[^<>\r\n]*>[ \t]*\r?\n(?=[ \t]*\r?\n|[ \t]*<(?:div|center|header|section|h1)\b)/iy
const atx = / {0,3}#(?=[ \t\r\n]|$)([^\r\n]*)(?:\r?\n|$)/y
const setext =
  / {0,3}((?:(?![ \t]*(?:[>#=~`|<]|[-*+][ \t]|\d+[.)][ \t]|\{%|```))[^\r\n]+\r?\n){1,100}?) {0,3}=+[ \t]*(?:\r?\n|$)/y
/** A heading of HTML. One that holds a picture is not taken for a title, which could not show it. */
const element =
  /[ \t]*<h1\b[^<>]*>((?:(?!<\/h1|<img\b|<picture\b|<svg\b|\r?\n[ \t]*\r?\n)[\s\S]){1,4096})<\/h1[ \t]*>/iy
const closingMarks = /(?:^|[ \t])#+$/
const anchors = /(?:[ \t]*(?:<a\b[^>]*>[ \t]*<\/a>|\{:?[ \t]*#[^{}\s]+(?:[ \t][^{}]*)?\}))+$/

/** The number of characters of a heading that are read: far more than a title has, and too few to cause a delay. */
const longestRead = 4_096

const match = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/g, " ")

/** The offset of the first thing in a text that is shown, or of the boxes around it. */
const firstShown = (markdown: string): number => {
  let from = split(markdown).bodyStart
  for (let at = from; at < markdown.length; at = from) {
    const passed = [...shownNowhere, box].find((pattern) => match(pattern, markdown, at) !== null)
    if (passed === undefined || passed.lastIndex === at) break
    from = passed.lastIndex
  }
  return from
}

const htmlHeading = (markdown: string, from: number): LeadingHeading | undefined => {
  const hit = match(element, markdown, from)
  const raw = hit?.[1]?.trim() ?? ""
  const text = oneLine(unescape(raw.replaceAll(/<[^<>]*>/g, ""), true))
  if (hit === null || text === "") return undefined
  const start = markdown.indexOf(raw, from + hit[0].indexOf(">") + 1)
  const begin = from + hit[0].indexOf("<")
  return { text, start, end: start + raw.length, from: begin, after: element.lastIndex, raw, isHtml: true }
}

/**
 * The level-1 heading (`# title`, underlined by `=`, or `<h1>`) that comes before anything else that is shown: link
 * definitions, comments, scripts and styles may precede it. A longer heading is cut to its first 4,096 characters; one
 * of more than 100 lines does not count, nor does one of HTML that holds a picture.
 */
export const leadingHeading = (markdown: string): LeadingHeading | undefined => {
  const from = firstShown(markdown)
  const found = match(atx, markdown, from)
  const hit = found ?? match(setext, markdown, from)
  if (hit === null) return htmlHeading(markdown, from)
  const written = (hit[1] ?? "").trim()
  const raw = found === null || !written.endsWith("#") ? written : written.replace(closingMarks, "").trimEnd()
  const line = found === null ? from : from + hit[0].indexOf("#") + 1
  const start = raw === "" ? line : markdown.indexOf(raw, line)
  const shown = /[>}]$/.test(raw) && raw.length <= 1000 ? raw.replace(anchors, "") : raw
  const after = found === null ? setext.lastIndex : atx.lastIndex
  return {
    text: plainText(
      shown
        .slice(0, longestRead)
        .toWellFormed()
        .split("\n")
        .map((each) => each.trim())
        .join(" ")
    ).trim(),
    start,
    end: start + shown.length,
    from,
    after,
    raw,
    isHtml: false
  }
}

/** A text without its leading heading. What surrounds the heading is read as before. */
export const withoutHeading = (markdown: string, { after, from, isHtml }: LeadingHeading): string =>
  `${markdown.slice(0, from)}${isHtml ? "<div></div>" : "\n"}${markdown.slice(after)}`

const statedTitle = /^(?:title|"title"|'title')[ \t]*:(?:[ \t]+([^\r\n]*)|[ \t]*$)/m

/** The title that front matter states, if it does so on one line; empty for one that takes more to read. */
const titleOf = (markdown: string): string | undefined => {
  const { yaml } = split(markdown)
  const found = yaml === undefined ? null : statedTitle.exec(markdown.slice(yaml.start, yaml.end))
  if (found === null) return undefined
  const value = (found[1] ?? "").trim()
  const quoted = /^"([^"\\]*)"|^'((?:[^']|'')*)'/.exec(value)
  return oneLine(quoted === null ? value.replace(/\s#.*$/, "") : (quoted[1] ?? quoted[2]!.replaceAll("''", "'")))
}

/** The heading that is the title of a page, as pages show it above their texts. */
export interface TitleHeading {
  /** Its anchor, which no other heading of the page has. */
  readonly anchor: string
  /** Its text as written. */
  readonly raw: string
}

/**
 * A page's text without the heading that is its title, which is shown above the text. A leading heading is not the
 * title if front matter states another one, or if it is longer than titles are.
 */
export const withoutTitle = (
  markdown: string,
  { headings }: Reading = gitbookReading
): { readonly markdown: string; readonly title: TitleHeading | undefined } => {
  const heading = leadingHeading(markdown)
  const stated = heading === undefined ? undefined : titleOf(markdown)
  if (
    heading === undefined ||
    heading.text.length > longestTitle ||
    (stated !== undefined && stated !== oneLine(heading.text))
  ) {
    return { markdown, title: undefined }
  }
  return {
    markdown: withoutHeading(markdown, heading),
    title: {
      anchor: cutAnchor(heading.raw)?.anchor ?? elementAnchor(heading.raw) ?? headings.id(heading.text),
      raw: heading.raw
    }
  }
}

/** A plain text escaped as inline markdown. */
export const escapeInline = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  if (markdownIt.renderInline(line) === markdownIt.utils.escapeHtml(line) && !/[#}\\]$/.test(line)) return line
  return line.replaceAll(/[\\`*_[\]<&~!#{}]/g, "\\$&")
}
