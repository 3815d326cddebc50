/** Merges front matter key by key. A key that one side changed is taken as that side wrote it. */
import { isAlias, isMap, isScalar, visit } from "yaml"
import type { YamlValue } from "../../text/markdown/FrontMatter.js"
import { patchYaml, sameValue, type YamlInput } from "../../text/markdown/FrontMatterPatch.js"
import { parseYaml, readYaml } from "../../text/markdown/Yaml.js"
import { mergeOrder } from "./MergeOrder.js"
import { either } from "./Regions.js"
import { type Resolutions, resolve, type TextConflict } from "./Resolution.js"

/** Merged YAML, and the remaining conflicts, whose keys have the values of `theirs`. */
export interface MergedYaml {
  readonly yaml: string
  readonly conflicts: ReadonlyArray<TextConflict>
}

/** Three versions of something; `undefined` if it is absent. */
interface Sides<A> {
  readonly base: A | undefined
  readonly ours: A | undefined
  readonly theirs: A | undefined
}

/** The YAML split before its keys: each with its value and the comments up to the next. */
interface Entries {
  readonly prefix: string
  readonly entries: ReadonlyMap<string, string>
}

/** The entries of YAML in which every key is at the beginning of a line and there are no anchors. */
const entriesOf = (yaml: string): Entries | undefined => {
  const { document } = readYaml(yaml)
  if (document.errors.length > 0) return undefined
  const map = document.contents
  if (map === null || (isScalar(map) && map.value === "")) return { prefix: yaml, entries: new Map() }
  if (!isMap(map) || map.flow === true) return undefined
  let anchored = false
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node) || ("anchor" in node && node.anchor !== undefined)) anchored = true
    }
  })
  if (anchored) return undefined
  const keys: Array<{ readonly name: string; readonly start: number }> = []
  for (const { key } of map.items) {
    if (!isScalar(key) || !key.range || (key.range[0] > 0 && yaml[key.range[0] - 1] !== "\n")) return undefined
    keys.push({ name: String(key.value), start: key.range[0] })
  }
  const end = (index: number): number => keys[index + 1]?.start ?? yaml.length
  return {
    prefix: yaml.slice(0, keys[0]?.start ?? yaml.length),
    entries: new Map(keys.map(({ name, start }, index) => [name, yaml.slice(start, end(index))]))
  }
}

const isRecord = (value: YamlValue | undefined): value is { readonly [key: string]: YamlValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const asInput = (value: YamlValue): YamlInput => {
  if (value === "true" || value === "false") return value === "true"
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asInput(each)]))
}

const shown = (value: YamlValue | undefined): string =>
  value === undefined ? "" : value === null || typeof value === "string" ? (value ?? "") : JSON.stringify(value)

/** Merges a value that both sides changed, differently: within maps key by key. */
const mergeValue = (
  where: string,
  { base, ours, theirs }: Sides<YamlValue>,
  decided: Resolutions,
  conflicts: Array<TextConflict>
): YamlValue | undefined => {
  if (sameValue(ours, theirs) || sameValue(base, theirs)) return ours
  if (sameValue(base, ours)) return theirs
  if (isRecord(ours) && isRecord(theirs) && (base === undefined || isRecord(base))) {
    const before = new Set(Object.keys(base ?? {}))
    const added = [...Object.keys(ours), ...Object.keys(theirs)].filter((key) => !before.has(key)).sort()
    const merged: Array<readonly [string, YamlValue]> = []
    for (const key of new Set([...before, ...added])) {
      const sides = { base: base?.[key], ours: ours[key], theirs: theirs[key] }
      const value = mergeValue(`${where}.${key}`, sides, decided, conflicts)
      if (value !== undefined) merged.push([key, value])
    }
    return merged.length === 0 ? undefined : Object.fromEntries(merged)
  }
  const by = decided.get(where)
  if (by === undefined) {
    conflicts.push({ kind: "field", where, base: shown(base), ours: shown(ours), theirs: shown(theirs) })
    return theirs
  }
  return by === "ours" ? ours : by === "theirs" ? theirs : by.text
}

/** Merges the entry of one key. */
const mergeEntry = (
  key: string,
  { base, ours, theirs }: Sides<string>,
  decided: Resolutions,
  eol: string,
  conflicts: Array<TextConflict>
): string => {
  if (ours === theirs || base === theirs) return ours ?? ""
  if (base === ours) return theirs ?? ""
  const valueIn = (text: string | undefined): YamlValue | undefined =>
    text === undefined ? undefined : parseYaml(text).values[key]
  const values = { base: valueIn(base), ours: valueIn(ours), theirs: valueIn(theirs) }
  const merged = mergeValue(key, values, decided, conflicts)
  if (merged === undefined) return ""
  const isOurs = ours !== undefined && sameValue(merged, values.ours)
  const isTheirs = theirs !== undefined && sameValue(merged, values.theirs)
  if (isOurs && isTheirs) return either(base, ours, theirs)
  if (isOurs) return ours
  if (isTheirs) return theirs
  return patchYaml(base ?? "", { [key]: asInput(merged) }, eol)
}

/** Merges YAML that cannot be split at its keys, as a whole: one side wins. */
const mergeWhole = ({ base, ours, theirs }: Sides<string>, decided: Resolutions): MergedYaml => {
  const whole: TextConflict = {
    kind: "field",
    where: "front matter",
    base: base ?? "",
    ours: ours ?? "",
    theirs: theirs ?? ""
  }
  const by = decided.get(whole.where)
  return { yaml: resolve(whole, by ?? "theirs"), conflicts: by === undefined ? [whole] : [] }
}

/** Merges three versions of the YAML in front of a text, if both sides changed it. */
export const mergeYaml = (sides: Sides<string>, decided: Resolutions, eol: string): MergedYaml => {
  const base = entriesOf(sides.base ?? "")
  const ours = entriesOf(sides.ours ?? "")
  const theirs = entriesOf(sides.theirs ?? "")
  if (base === undefined || ours === undefined || theirs === undefined) return mergeWhole(sides, decided)
  const keys = mergeOrder([...base.entries.keys()], [...ours.entries.keys()], [...theirs.entries.keys()])
  const conflicts: Array<TextConflict> = []
  let yaml = either(base.prefix, ours.prefix, theirs.prefix)
  for (const key of keys) {
    const texts = { base: base.entries.get(key), ours: ours.entries.get(key), theirs: theirs.entries.get(key) }
    yaml += mergeEntry(key, texts, decided, eol, conflicts)
  }
  return parseYaml(yaml).problems.length > 0 ? mergeWhole(sides, decided) : { yaml, conflicts }
}
