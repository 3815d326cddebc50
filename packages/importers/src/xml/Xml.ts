/** Parses the XML of office documents and books into a plain tree. */
import { unescape } from "@lectern/core/internal/text/markdown/Parser"
import { XMLParser } from "fast-xml-parser"

/**
 * An element. Its name and the names of its attributes have the prefixes by which the reader knows their namespaces.
 */
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlNode>
}

/** An element, or a text with its entities decoded. */
export type XmlNode = XmlElement | string

/** The maximum nesting of elements; word processors never exceed a few dozen levels. */
const maxDepth = 500

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: "#cdata",
  maxNestedTags: maxDepth
})

/** Prefixes by namespace URI. */
export type Namespaces = ReadonlyMap<string, string>

/** The prefixes declared at a place of a document, with their namespaces' known prefixes. */
type Scope = ReadonlyMap<string, string>

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const entries = (value: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The scope inside an element, including its own declarations. */
const declared = (attributes: ReturnType<typeof entries>, scope: Scope): Scope => {
  let inner: Map<string, string> | undefined
  for (const [name, value] of attributes) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue
    inner ??= new Map(scope)
    inner.set(name === "xmlns" ? "" : name.slice(6), String(value))
  }
  return inner ?? scope
}

const renamed = (name: string, scope: Scope, known: Namespaces, isAttribute: boolean): string => {
  const colon = name.indexOf(":")
  if (colon < 0 && isAttribute) return name
  const address = scope.get(colon < 0 ? "" : name.slice(0, colon))
  const prefix = address === undefined ? undefined : known.get(address)
  if (prefix === undefined) return name
  return prefix === "" ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`
}

const textOf = (value: unknown): string => list(value).reduce<string>((text, each) => text + field(each, "#text"), "")

const nodesOf = (found: unknown, scope: Scope, known: Namespaces): ReadonlyArray<XmlNode> => {
  const nodes: Array<XmlNode> = []
  for (const each of list(found)) {
    const text = field(each, "#text")
    const data = field(each, "#cdata")
    if (text !== undefined) nodes.push(unescape(String(text), true))
    else if (data !== undefined) nodes.push(textOf(data))
    else {
      const [[name = "", children] = []] = entries(each)
      const written = entries(field(each, ":@"))
      const inner = declared(written, scope)
      const attributes: Record<string, string> = {}
      for (const [key, value] of written) {
        if (key !== "xmlns" && !key.startsWith("xmlns:"))
          attributes[renamed(key, inner, known, true)] = unescape(String(value), true)
      }
      nodes.push({ name: renamed(name, inner, known, false), attributes, children: nodesOf(children, inner, known) })
    }
  }
  return nodes
}

/** Whether a node is an element, with one of the given names if any are given. */
export const isXml = <Name extends string = string>(
  node: XmlNode | undefined,
  ...names: ReadonlyArray<Name>
): node is XmlElement & { readonly name: Name } =>
  typeof node === "object" && (names.length === 0 || names.some((name) => name === node.name))

/** Creates an element. */
export const xml = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: ReadonlyArray<XmlNode> = []
): XmlElement => ({ name, attributes, children })

/** Decodes an XML file: UTF-16 if its byte order mark says so, otherwise UTF-8. */
const decoded = (bytes: Uint8Array): string => {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8"
  return new TextDecoder(label).decode(bytes)
}

/**
 * The root element of an XML file, or the problem with it. A file that declares entities is refused: genuine files have
 * none, and entities can expand without bound.
 */
export const parseXml = (bytes: Uint8Array, known: Namespaces = new Map()): XmlElement | string => {
  const text = decoded(bytes)
  if (/<!ENTITY/.test(text)) return "it declares entities, which are not supported"
  try {
    const root = nodesOf(parser.parse(text), new Map(), known).find((node) => isXml(node))
    return isXml(root) ? root : "expected XML with an element"
  } catch (error) {
    const reason = error instanceof Error && !(error instanceof RangeError) ? error.message : "it is too deeply nested"
    return `expected well-formed XML: ${reason}`
  }
}

/** The first child element with one of these names. */
export const child = (node: XmlElement | undefined, ...names: ReadonlyArray<string>): XmlElement | undefined => {
  for (const each of node?.children ?? []) if (isXml(each, ...names)) return each
  return undefined
}

/** The child elements, with one of the given names if any are given. */
export const childrenOf = (node: XmlElement | undefined, ...names: ReadonlyArray<string>): ReadonlyArray<XmlElement> =>
  (node?.children ?? []).filter((each): each is XmlElement => isXml(each, ...names))

/** Every element below a node, in document order; `inside` says whether to descend into an element. */
export function* descendants(
  node: XmlElement,
  inside: (element: XmlElement) => boolean = () => true
): Generator<XmlElement> {
  const stack: Array<XmlNode> = node.children.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "string") continue
    yield next
    if (!inside(next)) continue
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] ?? "")
  }
}

/** Whether an element with one of these names is below a node. */
export const holds = (node: XmlElement, ...names: ReadonlyArray<string>): boolean => {
  for (const each of descendants(node)) if (names.includes(each.name)) return true
  return false
}

/** The text of a node, unchanged. */
export const xmlText = (node: XmlNode): string => {
  if (typeof node === "string") return node
  const parts: Array<string> = []
  const stack: Array<XmlNode> = node.children.toReversed()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "string") parts.push(next)
    else for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] ?? "")
  }
  return parts.join("")
}
