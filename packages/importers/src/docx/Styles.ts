/** Reads the paragraph styles of a Word document: their outline levels and numbering. */
import { child, childrenOf, type XmlElement } from "../xml/Xml.js"
import { lookOf, lookOver, type RunLook } from "./Looks.js"

/** The numbering of a paragraph: its list and level. Values that are not stated are absent. */
export interface NumberingReference {
  readonly list?: string | undefined
  readonly level?: number | undefined
}

/** A paragraph style, including its inherited properties. */
export interface ParagraphStyle {
  readonly name: string
  /** Counted from 0. */
  readonly outline: number | undefined
  readonly numbering: NumberingReference
  /** Whether its text is hidden. */
  readonly hidden: boolean
  readonly look: RunLook
}

const value = (node: XmlElement | undefined, name: string): string | undefined => child(node, name)?.attributes["w:val"]

const number = (text: string | undefined): number | undefined => {
  const found = text === undefined || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isInteger(found) ? found : undefined
}

/** The outline level that the properties of a paragraph or style state. */
export const outlineOf = (properties: XmlElement | undefined): number | undefined =>
  number(value(properties, "w:outlineLvl"))

/** The numbering that the properties of a paragraph or style state. */
export const numberingOf = (properties: XmlElement | undefined): NumberingReference => {
  const stated = child(properties, "w:numPr")
  return { list: value(stated, "w:numId"), level: number(value(stated, "w:ilvl")) }
}

/** Whether the properties of a run say that its text is hidden; `undefined` if they do not say. */
export const hiddenIn = (properties: XmlElement | undefined): boolean | undefined => {
  const stated = child(properties, "w:vanish")
  return stated === undefined ? undefined : !/^(?:0|false|off)$/.test(stated.attributes["w:val"] ?? "")
}

/** How long a chain of styles based on each other may be. */
const depthLimit = 30

/**
 * The styles of a type, of paragraphs unless it is said otherwise, by id; the default style has the empty id.
 */
export const readStyles = (root: XmlElement | undefined, wanted = "paragraph"): ReadonlyMap<string, ParagraphStyle> => {
  const written = new Map<string, XmlElement>()
  const found = new Map<string, ParagraphStyle>()
  for (const style of childrenOf(root, "w:style")) {
    const { "w:type": type = "paragraph", "w:styleId": id = "", "w:default": isDefault } = style.attributes
    if (type !== wanted || written.has(id)) continue
    written.set(id, style)
    if (isDefault === "1" || isDefault === "true") written.set("", style)
  }
  const read = (style: XmlElement, depth: number): ParagraphStyle => {
    const base = written.get(value(style, "w:basedOn") ?? " ")
    const above = base === undefined || depth >= depthLimit ? undefined : read(base, depth + 1)
    const properties = child(style, "w:pPr")
    const own = numberingOf(properties)
    return {
      name: value(style, "w:name") ?? "",
      hidden: hiddenIn(child(style, "w:rPr")) ?? above?.hidden ?? false,
      look: lookOver(lookOf(child(style, "w:rPr")), above?.look ?? {}),
      outline: outlineOf(properties) ?? above?.outline,
      numbering: { list: own.list ?? above?.numbering.list, level: own.level ?? above?.numbering.level }
    }
  }
  for (const [id, style] of written) found.set(id, read(style, 0))
  return found
}
