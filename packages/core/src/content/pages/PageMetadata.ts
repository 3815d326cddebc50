/**
 * The metadata of a page in its markdown: the fields of its front matter, and its title.
 * @since 0.1.0
 */

import { isEmoji } from "../../foundation/schema/Text.js"
import { type FrontMatter, isYamlMap, type TextProblem, type YamlValue } from "../../text/markdown/FrontMatter.js"
import { parse } from "../../text/markdown/Yaml.js"
import { FileId } from "../files/File.js"
import type { PageLayout } from "./PageLayout.js"
import type { PageCover, Variables } from "./PageParts.js"
import { cut, headingTitle, longestDescription, longestTitle } from "./PageTitle.js"

/** The fields of a page that its text can state. A boolean that is not set is `false`. */
export interface PageMetadata {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly icon?: string | undefined
  readonly emoji?: string | undefined
  readonly hidden?: boolean | undefined
  readonly noIndex?: boolean | undefined
  readonly noRobotsIndex?: boolean | undefined
  readonly condition?: string | undefined
  readonly cover?: PageCover | undefined
  readonly layout?: Partial<PageLayout> | undefined
  readonly variables?: Variables | undefined
}

/** A text's metadata with the problems in its front matter. */
export interface ReadMetadata {
  readonly metadata: PageMetadata
  readonly problems: ReadonlyArray<TextProblem>
}

/** The parts of the page that front matter can hide, as `layout.<part>.visible`. */
export const layoutParts = ["title", "description", "tableOfContents", "outline", "pagination", "metadata"] as const

const record = (value: YamlValue | undefined): { readonly [key: string]: YamlValue } => (isYamlMap(value) ? value : {})

const line = (value: YamlValue | undefined): string | undefined => {
  const trimmed = typeof value === "string" ? value.trim() : ""
  return trimmed === "" ? undefined : trimmed
}

const boolean = (value: YamlValue | undefined): boolean | undefined =>
  value === "true" ? true : value === "false" ? false : undefined

const yes = (value: YamlValue | undefined): true | undefined => (boolean(value) === true ? true : undefined)

/** A reference to a picture: a file of the space by `/files/<id>`, any other address as it is. */
const picture = (value: YamlValue | undefined): PageCover["ref"] => {
  const target = line(value)
  if (target === undefined) return undefined
  return target.startsWith("/files/") && target.length > 7
    ? { kind: "file", file: FileId.make(target.slice(7)) }
    : { kind: "url", url: target }
}

const readCover = (values: FrontMatter["values"]): PageCover | undefined => {
  const ref = picture(values.cover)
  const refDark = picture(values.coverDark)
  if (ref === undefined && refDark === undefined) return undefined
  const yPos = Number(line(values.coverY) ?? 0)
  return {
    ...(ref === undefined ? {} : { ref }),
    ...(refDark === undefined ? {} : { refDark }),
    yPos: Number.isFinite(yPos) ? yPos : 0
  }
}

const readLayout = (value: YamlValue | undefined): Partial<PageLayout> | undefined => {
  const layout = record(value)
  const cover = record(layout.cover)
  const found: { -readonly [K in keyof PageLayout]?: PageLayout[K] } = {}
  if (layout.width === "default" || layout.width === "wide") found.width = layout.width
  const coverVisible = boolean(cover.visible)
  if (coverVisible !== undefined) found.cover = coverVisible
  if (cover.size === "hero" || cover.size === "full") found.coverSize = cover.size
  for (const part of layoutParts) {
    const visible = boolean(record(layout[part]).visible)
    if (visible !== undefined) found[part] = visible
  }
  return Object.keys(found).length === 0 ? undefined : found
}

const readVariables = (value: YamlValue | undefined): Variables | undefined => {
  const entries = Object.entries(record(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string"
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

const icon = /^[a-z0-9][a-z0-9-]{0,49}$/

const fieldsOf = (values: FrontMatter["values"]) => {
  const emoji = line(values.emoji)
  const named = line(values.icon)
  return {
    title: cut(line(values.title)?.replaceAll(/\s+/g, " "), longestTitle),
    description: cut(line(values.description), longestDescription),
    icon: named !== undefined && icon.test(named) ? named : undefined,
    emoji: emoji !== undefined && isEmoji(emoji) ? emoji : undefined,
    hidden: yes(values.hidden),
    noIndex: yes(values.noIndex),
    noRobotsIndex: yes(values.noRobotsIndex),
    condition: line(values.if),
    cover: readCover(values),
    layout: readLayout(values.layout),
    variables: readVariables(values.vars)
  }
}

const defined = (fields: ReturnType<typeof fieldsOf>): PageMetadata =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The fields that front matter sets; fields that are missing or malformed are absent. */
export const fromFrontMatter = (values: FrontMatter["values"]): PageMetadata =>
  Object.keys(values).length === 0 ? {} : defined(fieldsOf(values))

/** Reads a text's metadata. Invalid front matter sets nothing, and is reported as a problem. */
export const read = (markdown: string): ReadMetadata => {
  const { values, problems } = parse(markdown)
  const stated = fromFrontMatter(values)
  const title = stated.title ?? headingTitle(markdown)
  return { metadata: title === undefined || title === "" ? stated : { ...stated, title }, problems }
}

/**
 * The fields that a text states: a title from front matter, else from the heading it begins with. Absent fields are not
 * stated.
 */
export const derive = (markdown: string): PageMetadata => read(markdown).metadata
