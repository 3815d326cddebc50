/** Writes a page's fields into its markdown, leaving everything that already agrees unchanged. */

import { isYamlMap, type YamlValue } from "../../text/markdown/FrontMatter.js"
import {
  type FrontMatterChanges,
  patch as patchFrontMatter,
  type YamlInput
} from "../../text/markdown/FrontMatterPatch.js"
import { escapeInline, leadingHeading } from "../../text/markdown/Heading.js"
import { parse } from "../../text/markdown/Yaml.js"
import { sameData } from "../items/SameValue.js"
import { derive, fromFrontMatter, layoutParts, type PageMetadata } from "./PageMetadata.js"
import type { PageCover } from "./PageParts.js"

const written = (ref: PageCover["ref"]): string | undefined =>
  ref === undefined ? undefined : ref.kind === "file" ? `/files/${ref.file}` : ref.url

const isRecord = (value: YamlInput | undefined): value is { readonly [key: string]: YamlInput } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A parsed value in the form to be written: strings that represent booleans become booleans again. */
const asWritten = (value: YamlValue): YamlInput => {
  if (value === "true" || value === "false") return value === "true"
  return isYamlMap(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asWritten(each)]))
    : value
}

/** The layout as front matter writes it, keeping the keys of the old one that are not ours. */
const layoutValue = (layout: PageMetadata["layout"], old: YamlValue | undefined): YamlInput | undefined => {
  const kept = asWritten(old ?? null)
  const value: Record<string, YamlInput> = { ...(isRecord(kept) ? kept : {}) }
  const put = (part: string, key: string, setting: YamlInput | undefined): void => {
    const before = value[part]
    const { [key]: _, ...rest } = isRecord(before) ? before : {}
    const after = setting === undefined ? rest : { ...rest, [key]: setting }
    if (Object.keys(after).length === 0) delete value[part]
    else value[part] = after
  }
  if (layout?.width === undefined) delete value.width
  else value.width = layout.width
  put("cover", "visible", layout?.cover)
  put("cover", "size", layout?.coverSize)
  for (const part of layoutParts) put(part, "visible", layout?.[part])
  return Object.keys(value).length === 0 ? undefined : value
}

interface Field {
  readonly name: keyof PageMetadata
  readonly keys: ReadonlyArray<string>
  readonly write: (wanted: PageMetadata, old: { readonly [key: string]: YamlValue }) => FrontMatterChanges
}

const simple = (name: "title" | "description" | "icon" | "emoji"): Field => ({
  name,
  keys: [name],
  write: (wanted) => ({ [name]: wanted[name] })
})
const flag = (name: "hidden" | "noIndex" | "noRobotsIndex"): Field => ({
  name,
  keys: [name],
  write: (wanted) => ({ [name]: wanted[name] === true ? true : undefined })
})

const fields: ReadonlyArray<Field> = [
  simple("title"),
  simple("description"),
  simple("icon"),
  simple("emoji"),
  flag("hidden"),
  flag("noIndex"),
  flag("noRobotsIndex"),
  { name: "condition", keys: ["if"], write: (wanted) => ({ if: wanted.condition }) },
  {
    name: "cover",
    keys: ["cover", "coverDark", "coverY"],
    write: ({ cover }) => ({
      cover: written(cover?.ref),
      coverDark: written(cover?.refDark),
      coverY: cover === undefined ? undefined : cover.yPos
    })
  },
  { name: "layout", keys: ["layout"], write: (wanted, old) => ({ layout: layoutValue(wanted.layout, old.layout) }) },
  { name: "variables", keys: ["vars"], write: (wanted) => ({ vars: wanted.variables }) }
]

/** Whether a field is empty: it is absent, `false`, an empty text or a record without any value. */
const isSilent = (value: PageMetadata[keyof PageMetadata]): boolean =>
  value === undefined ||
  value === false ||
  value === "" ||
  (typeof value === "object" && Object.values(value).every((each) => each === undefined))

/** Whether two sets of fields have the same value for one field. */
const same = (name: keyof PageMetadata, left: PageMetadata, right: PageMetadata): boolean =>
  isSilent(left[name]) ? isSilent(right[name]) : sameData(left[name], right[name])

const writeHeading = (markdown: string, title: string): string => {
  const heading = leadingHeading(markdown)
  if (heading === undefined || heading.text === title) return markdown
  const space = heading.start === heading.end && !/[ \t]$/.test(markdown.slice(0, heading.start)) ? " " : ""
  return markdown.slice(0, heading.start) + space + escapeInline(title) + markdown.slice(heading.end)
}

const write = (markdown: string, wanted: PageMetadata, add: boolean): string => {
  const { values } = parse(markdown)
  const stated = fromFrontMatter(values)
  const states = ({ keys }: Field) => keys.some((key) => Object.hasOwn(values, key))
  const changes: Record<string, YamlInput | undefined> = {}
  for (const field of fields) {
    if (field.name === "title" ? stated.title === undefined || wanted.title === undefined : !states(field) && !add) {
      continue
    }
    if (!same(field.name, stated, wanted)) Object.assign(changes, field.write(wanted, values))
  }
  const patched = Object.keys(changes).length === 0 ? markdown : patchFrontMatter(markdown, changes)
  const { title } = wanted
  if (title === undefined || stated.title !== undefined) return patched
  const named = derive(patched).title
  if (named === undefined || named === title) return patched
  const headed = writeHeading(patched, title)
  return derive(headed).title === title ? headed : patchFrontMatter(patched, { title })
}

/**
 * Rewrites the metadata that a text states differently from `wanted`: the front matter keys it has, and the heading it
 * begins with if that is the title. Metadata that it does not state is not added, and metadata that already agrees
 * keeps its bytes. A field that is absent from `wanted` is removed, except for the title. Afterwards the text
 * contradicts nothing in `wanted`.
 */
export const patch = (markdown: string, wanted: PageMetadata): string => write(markdown, wanted, false)

/** As {@link patch}, and adds front matter for wanted fields that the text does not state, except for the title. */
export const complete = (markdown: string, wanted: PageMetadata): string => write(markdown, wanted, true)
