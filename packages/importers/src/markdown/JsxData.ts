/** Writes the data in the attributes of components, such as tables of properties, as lists. */
import { escapeInline } from "@lectern/core/internal/text/markdown/Heading"
import type { JsxTag } from "./JsxTags.js"
import { type Literal, readLiteral, writeLiteral } from "./Literals.js"

type Entry = { readonly [key: string]: Literal }

const isList = (value: Literal): value is ReadonlyArray<Literal> => Array.isArray(value)
const isEntry = (value: Literal): value is Entry => typeof value === "object" && !isList(value)

const named = ["name", "title", "label", "term", "option", "type"]
const linked = ["href", "link", "url"]
const described = ["description", "content", "text", "body", "summary"]

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const codeOf = (text: string): string => {
  const line = oneLine(text)
  const ticks = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
  return ticks.length > 1 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`
}

/** A text whose code, links and emphasis are kept. */
const proseOf = (text: string): string =>
  oneLine(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<{]/g, "\\$&")))
    .join("")

const textAt = (entry: Entry, keys: ReadonlyArray<string>): readonly [key: string, text: string] | undefined => {
  for (const key of keys) {
    const value = entry[key]
    if (typeof value === "string" && value.trim() !== "") return [key, value]
  }
  return undefined
}

/** Flags that mean the same if they are absent and if they are false. */
const flag = /^(?:is|has)[A-Z]|^(?:optional|required|deprecated)$/

/** The text of a flag: `optional` for `isOptional`. */
const flagText = (key: string): string => key.replace(/^is([A-Z])(?=[a-z])/, (_, first: string) => first.toLowerCase())

/** Keys whose value may be true, unlike that of a flag. */
const valued = /^(?:value|default|initial|example)|Value$/i

const detail = (key: string, value: Literal): ReadonlyArray<string> => {
  if (value === true) return [valued.test(key) ? `${escapeInline(key)}: \`true\`` : escapeInline(flagText(key))]
  if (value === false) return flag.test(key) ? [] : [`${escapeInline(key)}: \`false\``]
  if (typeof value === "string" || typeof value === "number")
    return value === "" ? [] : [`${escapeInline(key)}: ${codeOf(String(value))}`]
  const texts = isList(value) ? value.filter((each) => typeof each === "string") : []
  return texts.length === 0 ? [] : [`${escapeInline(key)}: ${texts.map(codeOf).join(", ")}`]
}

/** The lists of entries in a value, whose other parts are left out. */
const entriesIn = (value: Literal): ReadonlyArray<Entry> =>
  isList(value) ? value.filter(isEntry) : isEntry(value) ? [value] : []

/** Whether a value is an example of data: an object in which nothing is described and nothing is linked to. */
const isData = (value: Literal): value is Entry =>
  isEntry(value) && textAt(value, [...described, ...linked]) === undefined && Object.values(value).every(isPlain)

const isPlain = (value: Literal): boolean =>
  isList(value) ? value.every(isPlain) : typeof value === "object" ? isData(value) : true

const linesBelow = (key: string, value: Literal): ReadonlyArray<string> =>
  isData(value) ? [`* ${escapeInline(key)}: ${codeOf(writeLiteral(value))}`] : entriesIn(value).flatMap(linesOf)

const linesOf = (entry: Entry): ReadonlyArray<string> => {
  const name = textAt(entry, named)
  const href = textAt(entry, linked)
  const description = textAt(entry, described)
  const type = name?.[0] === "type" ? undefined : textAt(entry, ["type"])
  const shown = name === undefined ? "" : /^(?:title|label)$/.test(name[0]) ? escapeInline(name[1]) : codeOf(name[1])
  const head = href === undefined ? shown : `[${shown === "" ? href[1] : shown}](<${href[1]}>)`
  const used = new Set([name, href, description, type].map((each) => each?.[0]))
  const details = Object.entries(entry).flatMap(([key, value]) => (used.has(key) ? [] : detail(key, value)))
  const line = [
    head,
    ...(type === undefined ? [] : [codeOf(type[1])]),
    ...(details.length === 0 ? [] : [`(${details.join(", ")})`])
  ].filter((part) => part !== "")
  const told = description === undefined ? "" : proseOf(description[1])
  const first = line.length === 0 ? told : told === "" ? line.join(" ") : `${line.join(" ")}: ${told}`
  const below = Object.entries(entry).flatMap(([key, value]) => linesBelow(key, value))
  return first === "" ? below : [`* ${first}`, ...below.map((each) => `  ${each}`)]
}

/** The texts that the attributes of a component state. */
const statedBy = ({ attributes }: JsxTag, keys: ReadonlyArray<string>): Entry =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const text = attributes.get(key)
      return text === undefined || text === "true" ? [] : [[key, text]]
    })
  )

/** Components that state something about the page and show nothing. */
const silent = /^(?:Head|Helmet|Meta|Redirect|SEO|Seo)$/

/**
 * The attributes that a component without content shows, as an item of a list: a description or an address, with its
 * title. Empty if it states neither.
 */
export const attributeLines = (tag: JsxTag): ReadonlyArray<string> => {
  const entry = statedBy(tag, ["title", "label", ...linked, "description"])
  return textAt(entry, [...linked, "description"]) === undefined || silent.test(tag.name) ? [] : linesOf(entry)
}

/**
 * The lists in expressions of attributes as nested lists of markdown, below the title that the component states; empty if
 * there are none. They are not whole if something in them cannot be read.
 */
export const dataLines = (tag: JsxTag): { readonly lines: ReadonlyArray<string>; readonly isWhole: boolean } => {
  const read = tag.expressions.map(readLiteral).filter(({ value }) => isList(value))
  const lines = read.flatMap(({ value }) => entriesIn(value)).flatMap(linesOf)
  const titles = ["title", "label", "caption"]
  const title = textAt(statedBy(tag, titles), titles)
  return {
    lines: lines.length === 0 || title === undefined ? lines : [`**${escapeInline(oneLine(title[1]))}**`, "", ...lines],
    isWhole: read.every(({ isWhole }) => isWhole)
  }
}
