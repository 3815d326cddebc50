/** Marks: bookmarks that stand for what mammoth has no words for, and come through it as empty links. */
import { isXml, type XmlElement, type XmlNode, xml } from "../xml/Xml.js"

/** What the names of marks begin with; no bookmark of a document has such a name. */
export const markPrefix = "import:"

/** A mark of a kind, with what it says. */
export const mark = (...parts: ReadonlyArray<string | number>): XmlElement =>
  xml("w:bookmarkStart", { "w:id": "0", "w:name": `${markPrefix}${parts.join(":")}` })

/** Whether a node is the mark of a formula. */
export const isMath = (node: XmlNode): boolean =>
  isXml(node, "w:bookmarkStart") && (node.attributes["w:name"] ?? "").startsWith(`${markPrefix}math:`)
