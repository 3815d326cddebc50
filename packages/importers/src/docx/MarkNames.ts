/** Marks: bookmarks that replace features that mammoth does not support. They come out of mammoth as empty links. */
import { isXml, type XmlElement, type XmlNode, xml } from "../xml/Xml.js"

/** The prefix of the names of marks; no bookmark of a document begins with it. */
export const markPrefix = "import:"

/** Creates a mark from its kind and values. */
export const mark = (...parts: ReadonlyArray<string | number>): XmlElement =>
  xml("w:bookmarkStart", { "w:id": "0", "w:name": `${markPrefix}${parts.join(":")}` })

/** Whether a node is the mark of a formula. */
export const isMath = (node: XmlNode): boolean =>
  isXml(node, "w:bookmarkStart") && (node.attributes["w:name"] ?? "").startsWith(`${markPrefix}math:`)
