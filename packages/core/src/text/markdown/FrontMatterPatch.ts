/** Changes front matter key by key: all other bytes stay the same. */
import { Document, isMap, isNode, isScalar, type Pair } from "yaml"
import { split, type YamlValue } from "./FrontMatter.js"
import { parseYaml, readYaml } from "./Yaml.js"

/** A value to write. */
export type YamlInput =
  | null
  | string
  | number
  | boolean
  | ReadonlyArray<YamlInput>
  | { readonly [key: string]: YamlInput }

/** The keys to change; `undefined` removes a key. */
export type FrontMatterChanges = Readonly<Record<string, YamlInput | undefined>>

/** The value as it will be parsed again. */
const asRead = (value: YamlInput): YamlValue => {
  if (value === null || typeof value === "string") return value
  if (typeof value !== "object") return String(value)
  if (Array.isArray(value)) return value.map(asRead)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asRead(each)]))
}

/** Whether two values read from YAML are the same, the order of keys aside. */
export const sameValue = (left: YamlValue | undefined, right: YamlValue | undefined): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const a = Object.entries(left)
  const b = new Map<string, YamlValue>(Object.entries(right))
  return a.length === b.size && a.every(([key, value]) => b.has(key) && sameValue(value, b.get(key)))
}

const render = (value: unknown): string => new Document(value).toString({ lineWidth: 0 }).replace(/\n$/, "")

/** The range of a key with its value, in whole lines. */
const region = (yaml: string, pair: Pair): readonly [number, number] | undefined => {
  if (!isNode(pair.key) || !pair.key.range) return undefined
  const value = isNode(pair.value) ? pair.value.range : undefined
  const last = Math.max(value?.[1] ?? 0, pair.key.range[1])
  const start = yaml.lastIndexOf("\n", pair.key.range[0] - 1) + 1
  if (yaml[last - 1] === "\n" && last > pair.key.range[1]) return [start, last]
  const end = yaml.indexOf("\n", last)
  return [start, end < 0 ? yaml.length : end + 1]
}

const patchKey = (yaml: string, key: string, value: YamlInput | undefined, eol: string): string => {
  const { document } = readYaml(yaml)
  const map = document.contents
  const pair = isMap(map) ? map.items.find((each) => isScalar(each.key) && each.key.value === key) : undefined
  const line = value === undefined ? "" : render({ [key]: value }).replaceAll("\n", eol) + eol
  if (pair === undefined) return yaml === "" || yaml.endsWith("\n") ? yaml + line : yaml + eol + line
  const old = pair.value
  if (isScalar(old) && old.range && value !== undefined && typeof value !== "object") {
    const [from, to] = old.range
    const text = render(value)
    if (to > from && !yaml.slice(from, to).includes("\n") && !text.includes("\n")) {
      return yaml.slice(0, from) + text + yaml.slice(to)
    }
  }
  const place = region(yaml, pair)
  return place === undefined ? yaml : yaml.slice(0, place[0]) + line + yaml.slice(place[1])
}

/** The whole block rewritten, for YAML that cannot be changed in place (a flow map, anchors). */
const rewrite = (yaml: string, changes: FrontMatterChanges): string | undefined => {
  const { document } = readYaml(yaml)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) document.delete(key)
    else document.set(key, new Document(asRead(value), { schema: "failsafe" }).contents)
  }
  try {
    return document.toString({ lineWidth: 0 })
  } catch {
    // An alias may have lost its target, for example.
    return undefined
  }
}

/** A map written from its values alone. */
const lines = (values: Readonly<Record<string, YamlValue>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${render({ [key]: value })}\n`)
    .join("")

/** A text as comments of YAML, which keep every word of it. */
const asComments = (text: string): string => text.replaceAll(/(?<![^\n])(?!#|\r?(?:\n|$))/g, "# ")

/**
 * Changes keys of a YAML map, keeping comments and all other keys. Invalid YAML becomes comments in front of the changed
 * keys: no key could be read back beside it.
 */
export const patchYaml = (given: string, changes: FrontMatterChanges, eol = "\n"): string => {
  const isInvalid = parseYaml(given).problems.length > 0
  if (isInvalid && Object.values(changes).every((value) => value === undefined)) return given
  const yaml = isInvalid ? asComments(given) : given
  const before = parseYaml(yaml)
  let patched = yaml
  for (const [key, value] of Object.entries(changes)) patched = patchKey(patched, key, value, eol)
  const wanted: Record<string, YamlValue> = { ...before.values }
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete wanted[key]
    else wanted[key] = asRead(value)
  }
  const after = parseYaml(patched)
  if (after.problems.length === 0 && sameValue(after.values, wanted)) return patched
  const rewritten = rewrite(yaml, changes)
  const again = rewritten === undefined ? undefined : parseYaml(rewritten)
  const whole = again?.problems.length === 0 && sameValue(again.values, wanted) ? rewritten : undefined
  return (whole ?? lines(wanted)).replaceAll("\n", eol)
}

/** The line ending a text uses. */
export const lineEnding = (text: string): "\n" | "\r\n" => {
  const first = text.indexOf("\n")
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n"
}

/**
 * Changes keys of a text's front matter, adding the block if there is none and removing it if it becomes empty. All
 * other bytes stay, but front matter that is not valid YAML becomes comments.
 */
export const patch = (markdown: string, changes: FrontMatterChanges): string => {
  const { yaml, bodyStart } = split(markdown)
  const eol = lineEnding(markdown)
  if (yaml === undefined) {
    const added = patchYaml(
      "",
      Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
      eol
    )
    if (added === "") return markdown
    return `${markdown.slice(0, bodyStart)}---${eol}${added}---${eol}${eol}${markdown.slice(bodyStart)}`
  }
  const old = markdown.slice(yaml.start, yaml.end)
  const patched = patchYaml(old, changes, eol)
  if (patched === old) return markdown
  if (patched.trim() === "" || patched.trim() === "{}") {
    const body = markdown.slice(bodyStart).replace(/^(?:[ \t]*\r?\n)+/, "")
    return (markdown.charCodeAt(0) === 0xfeff ? "\uFEFF" : "") + body
  }
  return markdown.slice(0, yaml.start) + patched + markdown.slice(yaml.end)
}
