/** Numbers the paragraphs of a Word document. Lists continue counting across anything between their paragraphs. */
import { child, childrenOf, type XmlElement } from "../xml/Xml.js"
import type { NumberingReference } from "./Styles.js"

/** The marker of a list paragraph: a bullet or a number. Levels count from 0. */
export interface ListMark {
  readonly level: number
  readonly number: number | undefined
  /** Equal for all paragraphs of one list. */
  readonly list: string
}

interface Level {
  readonly start: number
  readonly format: string
  /** The level, counted from 1, whose paragraphs restart this one; 0 for never. */
  readonly restart: number | undefined
}

interface List {
  readonly levels: ReadonlyMap<number, Level>
  /** The style that defines the levels instead. */
  readonly link: string | undefined
}

interface Numbered {
  readonly definition: string
  readonly overrides: ReadonlyMap<number, { readonly start: number | undefined; readonly level: Level | undefined }>
}

const maxLevel = 8
const maxNumber = 999_999_999

const value = (node: XmlElement | undefined, name: string): string | undefined => child(node, name)?.attributes["w:val"]

const integer = (text: string | undefined): number | undefined => {
  const found = Number(text ?? Number.NaN)
  return Number.isInteger(found) && found >= 0 && found <= maxNumber ? found : undefined
}

const levelOf = (node: XmlElement): Level => ({
  start: integer(value(node, "w:start")) ?? 1,
  format: value(node, "w:numFmt") ?? "decimal",
  restart: integer(value(node, "w:lvlRestart"))
})

const levelsOf = (node: XmlElement): ReadonlyMap<number, Level> =>
  new Map(childrenOf(node, "w:lvl").map((each) => [integer(each.attributes["w:ilvl"]) ?? 0, levelOf(each)]))

/** Numbers the paragraphs of a document, which must be passed in order. */
export interface Counting {
  /** The numbering of a style that a list level refers to. */
  readonly ofStyle: (style: string) => NumberingReference | undefined
  /** The marker of the next paragraph with this numbering; `undefined` if the list is unknown or shows no marker. */
  readonly next: (reference: NumberingReference) => ListMark | undefined
}

/** Creates a {@link Counting} from the definitions of a document. */
export const counting = (root: XmlElement | undefined): Counting => {
  const definitions = new Map<string, List>()
  const numbered = new Map<string, Numbered>()
  const byStyle = new Map<string, NumberingReference>()
  const linked = new Map<string, string>()
  const styled: Array<readonly [style: string, definition: string, level: number]> = []
  for (const node of childrenOf(root, "w:abstractNum")) {
    const id = node.attributes["w:abstractNumId"] ?? ""
    definitions.set(id, { levels: levelsOf(node), link: value(node, "w:numStyleLink") })
    const link = value(node, "w:styleLink")
    if (link !== undefined) linked.set(link, id)
    for (const level of childrenOf(node, "w:lvl")) {
      const style = value(level, "w:pStyle")
      if (style !== undefined) styled.push([style, id, integer(level.attributes["w:ilvl"]) ?? 0])
    }
  }
  const listOf = new Map<string, string>()
  for (const node of childrenOf(root, "w:num")) {
    const id = node.attributes["w:numId"] ?? ""
    const stated = value(node, "w:abstractNumId") ?? ""
    const definition = linked.get(definitions.get(stated)?.link ?? " ") ?? stated
    const overrides = childrenOf(node, "w:lvlOverride").map((each) => {
      const own = child(each, "w:lvl")
      const start = integer(value(each, "w:startOverride"))
      return [integer(each.attributes["w:ilvl"]) ?? 0, { start, level: own && levelOf(own) }] as const
    })
    numbered.set(id, { definition, overrides: new Map(overrides) })
    if (!listOf.has(stated)) listOf.set(stated, id)
  }
  for (const [style, definition, level] of styled) {
    const list = listOf.get(definition)
    if (list !== undefined && !byStyle.has(style)) byStyle.set(style, { list, level })
  }

  const counters = new Map<string, Array<number | undefined>>()
  const started = new Set<string>()
  const next: Counting["next"] = ({ level: stated = 0, list = "" }) => {
    const own = numbered.get(list)
    const levels = own === undefined ? undefined : definitions.get(own.definition)?.levels
    if (own === undefined || levels === undefined) return undefined
    const level = Math.max(0, Math.min(stated, maxLevel))
    const at = (index: number): Level | undefined => own.overrides.get(index)?.level ?? levels.get(index)
    const startOf = (index: number): number => own.overrides.get(index)?.start ?? at(index)?.start ?? 1
    const counts = counters.get(own.definition) ?? []
    counters.set(own.definition, counts)
    const key = `${list}/${level}`
    const begins = own.overrides.get(level)?.start !== undefined && !started.has(key)
    if (begins) started.add(key)
    const before = begins ? undefined : counts[level]
    for (let above = 0; above < level; above++) counts[above] ??= startOf(above)
    const number = before === undefined ? startOf(level) : before + 1
    counts[level] = number
    for (let below = level + 1; below <= maxLevel; below++) {
      const restart = at(below)?.restart
      if (restart === undefined || (restart > 0 && level < restart)) counts[below] = undefined
    }
    const format = at(level)?.format ?? "decimal"
    if (format === "none") return undefined
    return { level, number: format === "bullet" ? undefined : Math.min(number, maxNumber), list: own.definition }
  }
  return { ofStyle: (style) => byStyle.get(style), next }
}
