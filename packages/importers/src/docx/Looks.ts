/** The formats of the runs of a Word document, which are stated by the runs themselves and by their styles. */
import { child, isXml, type XmlElement, xml } from "../xml/Xml.js"

/** The id of the style that runs in a font of code get; no document has it. */
export const codeStyle = "LecternCode"

/** The names of paragraph styles for code. */
export const codeStyles: ReadonlyArray<string> = [
  "Code",
  "Source Code",
  "HTML Preformatted",
  "Preformatted Text",
  "Code Block",
  "Plain Text"
]

/** The formats of a run that a page has; those that are not stated are absent. */
export interface RunLook {
  readonly bold?: boolean | undefined
  readonly italic?: boolean | undefined
  readonly code?: boolean | undefined
}

const mono = /Courier|Consolas|Mono(?!type)|Menlo|Inconsolata|Source Code|Lucida Console|Typewriter/i

const isOn = (node: XmlElement | undefined): boolean | undefined =>
  node === undefined ? undefined : !/^(?:0|false|off)$/.test(node.attributes["w:val"] ?? "")

/** The formats that the properties of a run state. */
export const lookOf = (properties: XmlElement | undefined): RunLook => {
  const font = child(properties, "w:rFonts")?.attributes
  const named = font?.["w:ascii"] ?? font?.["w:hAnsi"]
  return {
    bold: isOn(child(properties, "w:b")),
    italic: isOn(child(properties, "w:i")),
    code: named === undefined ? undefined : mono.test(named)
  }
}

/** The formats of a look on top of another one. */
export const lookOver = (upper: RunLook, lower: RunLook): RunLook => ({
  bold: upper.bold ?? lower.bold,
  italic: upper.italic ?? lower.italic,
  code: upper.code ?? lower.code
})

/**
 * The properties of a run with the formats that its styles give it. Text struck twice is struck once, which is all that
 * mammoth knows, and a font of code becomes a style.
 */
export const withLook = (
  properties: XmlElement | undefined,
  { bold, code, italic }: RunLook,
  isMono: boolean
): XmlElement => {
  const twice = child(properties, "w:dstrike")
  const isCode = code === true && !isMono
  const known = properties?.children.filter((each) => !isXml(each, "w:b", "w:i", ...(isCode ? ["w:rStyle"] : []))) ?? []
  return xml("w:rPr", {}, [
    ...(isCode ? [xml("w:rStyle", { "w:val": codeStyle })] : []),
    ...known,
    ...(bold === true ? [xml("w:b")] : []),
    ...(italic === true ? [xml("w:i")] : []),
    ...(twice === undefined ? [] : [{ ...twice, name: "w:strike" }])
  ])
}
