/** Reads the styles of an OpenDocument text: text formatting, the roles of paragraphs, list numbering. */
import { highlighted } from "../html/Formats.js"
import { childrenOf, descendants, isXml, type XmlElement } from "../xml/Xml.js"

/** Text formatting, as far as pages support it. */
export interface TextLook {
  readonly bold?: boolean | undefined
  readonly italic?: boolean | undefined
  readonly struck?: boolean | undefined
  readonly code?: boolean | undefined
  readonly hidden?: boolean | undefined
  readonly underlined?: boolean | undefined
  readonly highlighted?: boolean | undefined
  readonly script?: "sub" | "sup" | undefined
}

/** A style, including its inherited properties. */
export interface OdtStyle {
  /** The names of the style and its ancestors, nearest first. */
  readonly names: ReadonlyArray<string>
  readonly look: TextLook
  readonly outline: number | undefined
  readonly list: string | undefined
}

/** A list level; it has no number if it has bullets. */
export interface OdtLevel {
  readonly start: number | undefined
}

/** The styles of a document. */
export interface OdtStyles {
  readonly style: (family: string, name: string | undefined) => OdtStyle
  /** A level of a list style, counted from 1. */
  readonly level: (list: string | undefined, level: number) => OdtLevel
}

const depthLimit = 30

const number = (text: string | undefined): number | undefined => {
  const found = Number(text ?? Number.NaN)
  return Number.isInteger(found) ? found : undefined
}

const mono = /mono|courier|consolas|typewriter|menlo|fixed/i

const lookOf = (properties: XmlElement | undefined): TextLook => {
  const { attributes = {} } = properties ?? {}
  const weight = attributes["fo:font-weight"]
  const slant = attributes["fo:font-style"]
  const line = attributes["style:text-line-through-style"] ?? attributes["style:text-line-through-type"]
  const position = attributes["style:text-position"]
  const below = attributes["style:text-underline-style"] ?? attributes["style:text-underline-type"]
  const background = attributes["fo:background-color"]
  const font = attributes["style:font-name"] ?? attributes["fo:font-family"]
  return {
    bold: weight === undefined ? undefined : weight === "bold" || Number(weight) >= 600,
    italic: slant === undefined ? undefined : slant !== "normal",
    struck: line === undefined ? undefined : line !== "none",
    hidden: attributes["text:display"] === undefined ? undefined : attributes["text:display"] === "none",
    underlined: below === undefined ? undefined : below !== "none",
    highlighted: background === undefined ? undefined : highlighted.test(`background-color: ${background}`),
    code: font === undefined ? undefined : mono.test(font),
    script:
      position === undefined
        ? undefined
        : /^(?:sub|-)/.test(position)
          ? "sub"
          : /^(?:super|[1-9])/.test(position)
            ? "sup"
            : undefined
  }
}

/** Formatting `upper` applied on top of `lower`. */
const over = (upper: TextLook, lower: TextLook): TextLook => ({
  bold: upper.bold ?? lower.bold,
  italic: upper.italic ?? lower.italic,
  struck: upper.struck ?? lower.struck,
  code: upper.code ?? lower.code,
  hidden: upper.hidden ?? lower.hidden,
  underlined: upper.underlined ?? lower.underlined,
  highlighted: upper.highlighted ?? lower.highlighted,
  script: upper.script ?? lower.script
})

const plain: OdtStyle = { names: [], look: {}, outline: undefined, list: undefined }

/** Reads the styles of some parts; styles of earlier parts win. */
export const readOdtStyles = (roots: ReadonlyArray<XmlElement | undefined>): OdtStyles => {
  const written = new Map<string, XmlElement>()
  const lists = new Map<string, ReadonlyMap<number, OdtLevel>>()
  for (const root of roots) {
    if (root === undefined) continue
    for (const each of descendants(root, ({ name }) => name !== "style:style" && name !== "office:body")) {
      const { "style:family": family = "", "style:name": name = "" } = each.attributes
      if (isXml(each, "style:style") && !written.has(`${family}/${name}`)) written.set(`${family}/${name}`, each)
      if (!isXml(each, "text:list-style") || lists.has(name)) continue
      const levels = childrenOf(each).map(({ attributes, name: kind }) => {
        const counts = kind === "text:list-level-style-number" && attributes["style:num-format"] !== ""
        return [
          number(attributes["text:level"]) ?? 1,
          { start: counts ? (number(attributes["text:start-value"]) ?? 1) : undefined }
        ] as const
      })
      lists.set(name, new Map(levels))
    }
  }
  const known = new Map<string, OdtStyle>()
  const read = (family: string, name: string, depth: number): OdtStyle => {
    const key = `${family}/${name}`
    const found = known.get(key)
    if (found !== undefined) return found
    const style = written.get(key)
    if (style === undefined) return { ...plain, names: [name] }
    const { "style:parent-style-name": above, "style:display-name": shown = name } = style.attributes
    const base = above === undefined || depth > depthLimit ? plain : read(family, above, depth + 1)
    const made: OdtStyle = {
      names: [shown, name, ...base.names],
      look: over(lookOf(childrenOf(style, "style:text-properties")[0]), base.look),
      outline: number(style.attributes["style:default-outline-level"]) ?? base.outline,
      list: style.attributes["style:list-style-name"] ?? base.list
    }
    known.set(key, made)
    return made
  }
  return {
    style: (family, name) => (name === undefined ? plain : read(family, name, 0)),
    level: (list, level) => lists.get(list ?? "")?.get(level) ?? { start: undefined }
  }
}
