/** Strict XML for SAML messages: no construct that two parsers could understand differently. */
import { samlRefusals } from "@lectern/core/saml/SamlRefusals"
import type { DOMParser } from "@xmldom/xmldom"
import type { SAXParser } from "sax"

/** The namespaces of messages. */
export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  signature: "http://www.w3.org/2000/09/xmldsig#"
} as const

/** A kind of element: the key of its namespace here, and its local name. */
export type ElementName = `${keyof typeof namespaces} ${string}`

const mostElements = 5000
const mostLevels = 50

const fail = (): never => {
  throw samlRefusals.unreadable
}

/** The element children of an element. */
export const children = (element: Element): ReadonlyArray<Element> =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1)

/** Whether an element is of this kind. */
export const isA = ({ localName, namespaceURI }: Element, name: ElementName): boolean => {
  const [space, local] = name.split(" ")
  return localName === local && namespaceURI === namespaces[space as keyof typeof namespaces]
}

/** The children of this kind. */
export const childrenOf = (element: Element, name: ElementName): ReadonlyArray<Element> =>
  children(element).filter((child) => isA(child, name))

/** The only child of this kind; more than one is refused. */
export const childOf = (element: Element, name: ElementName): Element | undefined => {
  const found = childrenOf(element, name)
  if (found.length > 1) throw samlRefusals.structure
  return found[0]
}

/** The text of an element; `undefined` if it is blank or has child elements. */
export const textOf = (element: Element | undefined): string | undefined => {
  if (element === undefined || children(element).length > 0) return undefined
  return element.textContent?.trim() || undefined
}

/** The value of an attribute; `undefined` if it is missing or empty. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.getAttribute(name) || undefined

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** A time attribute in UTC, in milliseconds since 1970. */
export const timeOf = (element: Element, name: string): number | undefined => {
  const text = attributeOf(element, name)
  if (text === undefined) return undefined
  const time = instant.test(text) ? Date.parse(text.replace(/\.(\d{3})\d+Z$/, ".$1Z")) : Number.NaN
  return Number.isNaN(time) ? fail() : time
}

/** All elements, in document order; messages with too many of them, or nested too deeply, are refused. */
export const allElements = (root: Element): ReadonlyArray<Element> => {
  const found: Array<Element> = []
  let level: ReadonlyArray<Element> = [root]
  for (let depth = 0; level.length > 0; depth++) {
    found.push(...level)
    if (depth > mostLevels || found.length > mostElements) fail()
    level = level.flatMap(children)
  }
  return found
}

/** The XML parsers: one for the tree that signatures cover, which repairs errors, and a strict one, which reports them. */
export interface XmlParsers {
  readonly DOMParser: typeof DOMParser
  readonly SAXParser: typeof SAXParser
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed in XML
const noCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/**
 * Parses a text that may contain only elements, attributes and text, and returns its root element. Throws a refusal
 * otherwise.
 */
export const parseStrictly = ({ DOMParser, SAXParser }: XmlParsers, text: string): Element => {
  // In valid XML, each "<" in the text begins a tag, so these begin a declaration, comment or instruction.
  const body = text.replace(/^\s*<\?xml\s[^?<>]*\?>/, "")
  if (body.includes("<!") || body.includes("<?")) throw samlRefusals.forbiddenXml
  // Both parsers accept such characters.
  if (noCharacter.test(body)) fail()
  try {
    const strict = new SAXParser(true, { xmlns: true })
    strict.onerror = fail
    strict.write(body).close()
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } })
    return parser.parseFromString(body, "text/xml").documentElement
  } catch {
    return fail()
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Decodes bytes as UTF-8 text. */
export const textOfBytes = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail()
  }
}

/** Decodes a base64 text, which may contain white space and is limited to `most` bytes. */
export const bytesOf = (encoded: string, most: number): Uint8Array => {
  const text = encoded.replaceAll(/\s+/g, "")
  const isBase64 = text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 && text.length <= (most * 4) / 3 + 4 ? Buffer.from(text, "base64") : fail()
}
