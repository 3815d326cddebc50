/** The namespaces of Word documents, in both editions of the format, by the prefixes that Word uses. */
import type { Namespaces } from "../xml/Xml.js"

const both: Readonly<Record<string, string>> = {
  w: "wordprocessingml/main",
  r: "officeDocument/relationships",
  wp: "drawingml/wordprocessingDrawing",
  a: "drawingml/main",
  pic: "drawingml/picture",
  c: "drawingml/chart",
  dgm: "drawingml/diagram",
  m: "officeDocument/math"
}

const transitional = (path: string): string => {
  const [family = "", ...rest] = path.split("/")
  return `http://schemas.openxmlformats.org/${family}/2006/${rest.join("/")}`
}

/** The namespace URIs by prefix, as they are written. */
export const written: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(both).map(([prefix, path]) => [prefix, transitional(path)])),
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
  mc: "http://schemas.openxmlformats.org/markup-compatibility/2006",
  w14: "http://schemas.microsoft.com/office/word/2010/wordml",
  w15: "http://schemas.microsoft.com/office/word/2012/wordml",
  wps: "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
  wpg: "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
  wpc: "http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"
}

/** All known namespaces. */
export const namespaces: Namespaces = new Map([
  ...Object.entries(written).map(([prefix, address]) => [address, prefix] as const),
  ...Object.entries(both).map(([prefix, path]) => [`http://purl.oclc.org/ooxml/${path}`, prefix] as const)
])
