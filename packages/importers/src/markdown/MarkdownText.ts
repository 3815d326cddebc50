/** Reads a markdown text of a documentation generator as a page. */

import { fromFrontMatter } from "@lectern/core/content/PageMetadata"
import { split, type YamlValue } from "@lectern/core/internal/markdown/FrontMatter"
import { escapeInline, leadingHeading } from "@lectern/core/internal/markdown/Heading"
import { plainText } from "@lectern/core/internal/markdown/Parser"
import { parse } from "@lectern/core/internal/markdown/Yaml"
import { admonitions } from "./Admonitions.js"
import { withoutJsx } from "./Jsx.js"

/** A text without front matter and leading title. What the text does not say is absent. */
export interface PageText {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly icon?: string | undefined
  readonly emoji?: string | undefined
  readonly slug?: string | undefined
  readonly markdown: string
  /** What is lost, each as the end of a sentence that begins with the page. */
  readonly problems: ReadonlyArray<string>
}

const passed = /^[ \t]*(?:$|<|\[?!\[|\{:|---[ \t]*$)/

/** The first heading, of any level, where only HTML and pictures stand before it. */
const firstHeading = (
  body: string
): { readonly text: string; readonly start: number; readonly end: number } | undefined => {
  let at = 0
  for (const line of body.split("\n").slice(0, 60)) {
    if (line.length > 1_000) return undefined
    const found = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)
    if (found !== null) {
      const text = plainText(found[1]!.replace(/(?:[ \t]*(?:<a\b[^>]*>[ \t]*<\/a>|\{[#:.][^}]*\}))+$/, "")).trim()
      return text === "" ? undefined : { text, start: at, end: at + line.length }
    }
    if (!passed.test(line)) return undefined
    at += line.length + 1
  }
  return undefined
}

const textOf = (value: YamlValue | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** The last segment of the address that a page specifies. */
const slugOf = (value: YamlValue | undefined): string | undefined => {
  const last = textOf(value)
    ?.split("/")
    .filter((each) => each !== "")
    .at(-1)
  return last === undefined || !/^[\p{L}\p{N}_.~-]{1,100}$/u.test(last) || /^\.+$/.test(last) ? undefined : last
}

/** The keys of front matter that restrict who sees a page; an import makes it visible. */
const restricting: ReadonlyArray<readonly [string, RegExp]> = [
  ["hidden", /^true$/i],
  ["draft", /^true$/i],
  ["if", /\S/]
]

/** Reads a text: its front matter and heading as fields, its admonitions and components as block tags. */
export const readMarkdown = (text: string, mdx: boolean): PageText => {
  const { values, problems: wrong } = parse(text)
  const problems = wrong.map(({ line, message }) => `line ${line}: ${message}`)
  for (const [key, pattern] of restricting) {
    if (pattern.test(textOf(values[key]) ?? "")) problems.push(`its \`${key}\` is not taken over`)
  }
  const stated = fromFrontMatter(values)
  const { markdown, unknown } = withoutJsx(text.slice(split(text).bodyStart).replaceAll("\r\n", "\n"), mdx)
  for (const name of unknown) problems.push(`of the component <${name}> only the content is kept`)
  const heading = leadingHeading(markdown)
  const first = heading === undefined ? firstHeading(markdown) : undefined
  const takes =
    heading !== undefined || (first !== undefined && (stated.title === undefined || stated.title === first.text))
  const body =
    heading !== undefined
      ? markdown.slice(heading.after)
      : first !== undefined && takes
        ? markdown.slice(0, first.start) + markdown.slice(first.end)
        : markdown
  return {
    title: heading?.text || stated.title || (takes ? first?.text : undefined),
    description: stated.description ?? textOf(values.summary),
    icon: stated.icon,
    emoji: stated.emoji,
    slug: slugOf(values.slug),
    markdown: admonitions(body).trim(),
    problems
  }
}

/** A link in markdown. */
export const link = (text: string, destination: string): string => `[${escapeInline(text)}](${destination})`
