/** Converts a markdown text of a documentation generator to a page. */

import { fromFrontMatter } from "@lectern/core/content/PageMetadata"
import { split, type YamlValue } from "@lectern/core/internal/text/markdown/FrontMatter"
import { escapeInline, leadingHeading, withoutHeading } from "@lectern/core/internal/text/markdown/Heading"
import { plainText } from "@lectern/core/internal/text/markdown/Parser"
import { parse } from "@lectern/core/internal/text/markdown/Yaml"
import { admonitions } from "./Admonitions.js"
import { extensions } from "./Extensions.js"
import { withBracedAnchors } from "./HeadingAnchors.js"
import { withYaml } from "./HeadMatter.js"
import { withoutJsx } from "./Jsx.js"
import { withoutLiquid } from "./Liquid.js"
import { withoutShortcodes } from "./Shortcodes.js"
import { includedBy } from "./TextIncludes.js"

/** A text without front matter and leading title. Fields that the text does not state are absent. */
export interface PageText {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly icon?: string | undefined
  readonly emoji?: string | undefined
  readonly slug?: string | undefined
  readonly markdown: string
  /** The losses, each as the end of a sentence that begins with the page. */
  readonly problems: ReadonlyArray<string>
}

const passed = /^[ \t]*(?:$|<|\[?!\[|\{:|---[ \t]*$)/

/** The first heading, if only HTML and images precede it. */
const firstHeading = (
  body: string
): { readonly text: string; readonly level: number; readonly start: number; readonly end: number } | undefined => {
  let at = 0
  for (const line of body.split("\n").slice(0, 60)) {
    if (line.length > 1_000) return undefined
    const found = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)
    if (found !== null) {
      const text = plainText(found[2]!.replace(/(?:[ \t]*(?:<a\b[^>]*>[ \t]*<\/a>|\{[#:.][^}]*\}))+$/, "")).trim()
      return text === "" ? undefined : { text, level: found[1]!.length, start: at, end: at + line.length }
    }
    if (!passed.test(line)) return undefined
    at += line.length + 1
  }
  return undefined
}

const textOf = (value: YamlValue | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** The last segment of the URL that a page requests for itself. */
const slugOf = (value: YamlValue | undefined): string | undefined => {
  const last = textOf(value)
    ?.split("/")
    .filter((each) => each !== "")
    .at(-1)
  return last === undefined || !/^[\p{L}\p{N}_.~-]{1,100}$/u.test(last) || /^\.+$/.test(last) ? undefined : last
}

/** Whether a stated title is that of a heading, alone or before the names of the section and the site. */
const isTitle = (stated: string, heading: string): boolean => stated === heading || stated.startsWith(`${heading} | `)

/** Front matter keys that restrict who may see a page. An import reports them, since it makes the page visible. */
const restricting: ReadonlyArray<readonly [string, RegExp]> = [
  ["hidden", /^true$/i],
  ["draft", /^true$/i],
  ["if", /\S/]
]

/** Converts a text: front matter and heading become fields, admonitions and components become block tags. */
export const readMarkdown = (written: string, mdx: boolean): PageText => {
  const text = withYaml(written)
  const { values, problems: wrong } = parse(text)
  const problems = wrong.map(({ line, message }) => `line ${line}: ${message}`)
  for (const [key, pattern] of restricting) {
    if (pattern.test(textOf(values[key]) ?? "")) problems.push(`its \`${key}\` is ignored`)
  }
  const stated = fromFrontMatter(values)
  const source = text.slice(split(text).bodyStart).replaceAll("\r\n", "\n")
  const shortcodes = withoutShortcodes(source)
  problems.push(...shortcodes.losses)
  for (const name of new Set(includedBy(source))) problems.push(`the text that it includes is left out: ${name}`)
  const plain = withoutLiquid(shortcodes.markdown, (name) => problems.push(`the template ${name} is left out`))
  const { markdown, unknown } = withoutJsx(extensions(withBracedAnchors(plain)), mdx)
  for (const name of unknown) problems.push(`only the content of the component <${name}> is kept`)
  const heading = leadingHeading(markdown)
  const first = heading === undefined ? firstHeading(markdown) : undefined
  const takes =
    heading !== undefined ||
    (first !== undefined && (stated.title === undefined ? first.level === 1 : isTitle(stated.title, first.text)))
  const body =
    heading !== undefined
      ? withoutHeading(markdown, heading)
      : first !== undefined && takes
        ? markdown.slice(0, first.start) + markdown.slice(first.end)
        : markdown
  return {
    title: heading?.text || (takes ? first?.text : undefined) || stated.title,
    description: stated.description ?? textOf(values.summary),
    icon: stated.icon,
    emoji: stated.emoji,
    slug: slugOf(values.slug),
    markdown: admonitions(body).trim(),
    problems
  }
}

/** Writes a link in markdown. */
export const link = (text: string, destination: string): string => `[${escapeInline(text)}](${destination})`
