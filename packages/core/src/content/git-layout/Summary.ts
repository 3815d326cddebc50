/** `SUMMARY.md`: the table of contents of a folder. */
import * as Schema from "effect/Schema"
import type { Token } from "markdown-it"
import { firstLine } from "../../foundation/schema/Text.js"
import { split } from "../../text/markdown/FrontMatter.js"
import { escapeInline, longestTitle } from "../../text/markdown/Heading.js"
import { inlineText, markdownIt, plainText } from "../../text/markdown/Parser.js"
import { slug } from "../../text/markdown/Slug.js"
import { Slug } from "../editing/ContentChange.js"
import type { Computed } from "../pages/Computed.js"
import { readComputed } from "./SummaryComputed.js"

/**
 * An entry as written: a title, its label (in quotes, after the destination), its destination (unescaped; absent for
 * plain text), its lines (from 1; `end` is the line after the last), and the entries nested in it.
 */
export interface SummaryItem {
  readonly title: string
  readonly label?: string
  readonly href?: string
  /** Present for a computed page. */
  readonly computed?: Computed
  readonly line: number
  readonly end: number
  readonly items: ReadonlyArray<SummaryItem>
}

/** A part of the table: the entries under one heading, or under none. */
export interface SummaryPart {
  readonly title?: string
  readonly label?: string
  readonly href?: string
  /** The slug of the group, from the anchor of its heading. */
  readonly slug?: string
  readonly line: number
  readonly end: number
  readonly items: ReadonlyArray<SummaryItem>
}

interface Open {
  title?: string
  label?: string
  href?: string
  computed?: Computed
  line: number
  end: number
  items: Array<SummaryItem>
}

/** A link, or a text. */
interface Shown {
  readonly title: string
  readonly label?: string
  readonly href?: string
}

/** The explicit id of a heading: `## Title {#id}` or `## Title <a href="#id" id="id"></a>`. */
export const headingAnchor =
  /\s*(?:(?<!\\)\{#([^}\s]+)\}|<a\b[^<>]*?\s(?:id|name)=["']?([^"'\s<>]+)["']?[^<>]*>\s*<\/a>)\s*$/

const isSlug = Schema.is(Slug)

/** The slug that the anchor of a heading gives to its group. */
export const anchorSlug = (heading: string): string | undefined => {
  const [, braced, element] = headingAnchor.exec(heading) ?? []
  const anchor = braced ?? element
  if (anchor === undefined) return undefined
  return isSlug(anchor) ? anchor : slug(anchor)
}

/** A title as the text of a heading of the table; an ending that looks like an id is escaped. */
export const headingText = (title: string): string => {
  const text = escapeInline(title)
  return headingAnchor.test(text) ? text.replace(/\{(?=#[^}\s]+\}\s*$)/, "\\{") : text
}

/** Whether a slug is another one, or that with a number that makes it unique. */
export const isSlugOf = (found: string, wanted: string): boolean =>
  found === wanted || (found.startsWith(`${wanted}-`) && /^\d+$/.test(found.slice(wanted.length + 1)))

/** The heading of a group, with an anchor if its slug does not follow from its title. */
export const groupHeading = (title: string, groupSlug: string): string =>
  isSlugOf(groupSlug, slug(title))
    ? headingText(title)
    : `${headingText(title)} <a href="#${groupSlug}" id="${groupSlug}"></a>`

/**
 * A link whose address has spaces, which markdown does not take for one, but tables of contents have. It is all of a
 * line.
 */
const looseLink = /^\[((?:[^[\]\\]|\\.)+)\]\((?!<)([^<>"\r\n]*[^<>"\s])\)[ \t]*$/

/** The offsets of the address in a line that is a link with spaces in its address; `undefined` for any other line. */
export const looseAddress = (line: string): { readonly start: number; readonly end: number } | undefined => {
  const [, text, address] = looseLink.exec(line.trimEnd()) ?? []
  if (text === undefined || address === undefined || !/[ \t]/.test(address)) return undefined
  const start = text.length + "[](".length
  return { start, end: start + address.length }
}

/** The links of a line, or the line's text when it has none. */
const shownIn = (inline: Token): ReadonlyArray<Shown> => {
  const children = inline.children ?? []
  const found: Array<Shown> = []
  for (let index = 0; index < children.length; index++) {
    const token = children[index]!
    if (token.type !== "link_open") continue
    const end = children.findIndex((each, at) => at > index && each.type === "link_close" && each.level === token.level)
    const label = firstLine(String(token.attrGet("title") ?? ""), longestTitle)
    found.push({
      title: inlineText(children.slice(index, end)).trim(),
      ...(label !== "" && { label }),
      href: String(token.attrGet("href") ?? "")
    })
    index = end
  }
  const loose = found.length > 0 ? undefined : looseAddress(inline.content)
  if (loose !== undefined) {
    const title = plainText(inline.content.slice(1, loose.start - "](".length)).trim()
    return [{ title, href: inline.content.slice(loose.start, loose.end) }]
  }
  const text = inlineText(children).trim()
  return found.length > 0 || text === "" ? found : [{ title: text }]
}

/**
 * Parses the table. Every heading except the first of level 1 begins a part with a title, and a horizontal rule begins
 * one without; list items and, outside lists, links are entries; lists nest.
 */
export const parseSummary = (text: string): ReadonlyArray<SummaryPart> => {
  const markdown = text.replace(/^\uFEFF/, "")
  const { bodyStart } = split(markdown)
  const shift = markdown.slice(0, bodyStart).split("\n").length
  const parts: Array<SummaryPart & { readonly items: Array<SummaryItem> }> = [{ line: shift, end: shift, items: [] }]
  const open: Array<Open> = []
  let titled = false
  const tokens = markdownIt.parse(markdown.slice(bodyStart), {})
  const line = (token: Token): number => (token.map?.[0] ?? 0) + shift
  const end = (token: Token): number => (token.map?.[1] ?? 0) + shift
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.type === "heading_open") {
      const inline = tokens[++index]!
      const first = token.tag === "h1" && !titled && parts.length === 1 && parts[0]!.items.length === 0
      titled = true
      const [shown] = shownIn(inline)
      const slug = anchorSlug(inline.content)
      const isBraced = slug !== undefined && inline.content.trimEnd().endsWith("}")
      const title = isBraced ? shown?.title.replace(headingAnchor, "") : shown?.title
      if (!first && shown !== undefined && title)
        parts.push({
          ...shown,
          title,
          ...(slug !== undefined && { slug }),
          line: line(token),
          end: end(token),
          items: []
        })
    } else if (token.type === "hr") parts.push({ line: line(token), end: end(token), items: [] })
    else if (token.type === "list_item_open") open.push({ line: line(token), end: line(token) + 1, items: [] })
    else if (token.type === "list_item_close") {
      const item = open.pop()!
      const into = open.at(-1)?.items ?? parts.at(-1)!.items
      if (item.title === undefined) into.push(...item.items)
      else into.push({ ...item, title: item.title })
    } else if (token.type === "fence") {
      const item = open.at(-1)
      if (item !== undefined && item.title === undefined)
        Object.assign(item, readComputed(token.info, token.content), { end: end(token) })
    } else if (token.type === "inline") {
      const found = shownIn(token)
      const item = open.at(-1)
      if (item === undefined) {
        for (const shown of found) {
          if (shown.href !== undefined)
            parts.at(-1)!.items.push({ ...shown, line: line(token), end: end(token), items: [] })
        }
      } else if (item.title === undefined && found[0] !== undefined) Object.assign(item, found[0], { end: end(token) })
    }
  }
  return parts.filter((part) => part.title !== undefined || part.items.length > 0 || part === parts[0])
}
