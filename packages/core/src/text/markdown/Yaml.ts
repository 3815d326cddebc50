/**
 * Front matter and other YAML, read by a parser that is a large module: import this one only from lazily loaded
 * modules.
 */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  YAMLParseError
} from "yaml"
import { type FrontMatter, split, type YamlValue } from "./FrontMatter.js"

/** The state of reading a document: the remaining text, and the values of the anchors found so far. */
interface Reading {
  left: number
  readonly anchors: Map<string, Node>
}

const nestingLimit = 100

const toValue = (node: unknown, reading: Reading, depth: number): YamlValue => {
  if (reading.left-- <= 0) throw new Error("expected fewer values")
  if (depth > nestingLimit) throw new Error("expected less nesting")
  if (isAlias(node)) return toValue(reading.anchors.get(node.source) ?? null, reading, depth + 1)
  if (isNode(node) && node.anchor !== undefined) reading.anchors.set(node.anchor, node)
  if (isSeq(node)) return node.items.map((item) => toValue(item, reading, depth + 1))
  if (isMap(node)) return toRecord(node, reading, depth)
  if (!isScalar(node)) return null
  const text = String(node.value ?? "")
  return node.type === "PLAIN" && /^(?:|~|null)$/i.test(text) ? null : text
}

const toRecord = (map: YAMLMap, reading: Reading, depth: number): Record<string, YamlValue> => {
  const record: Record<string, YamlValue> = {}
  for (const { key, value } of map.items) {
    if (isScalar(key) && key.anchor !== undefined) reading.anchors.set(key.anchor, key)
    Object.defineProperty(record, isScalar(key) ? String(key.value) : "", {
      value: toValue(value, reading, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true
    })
  }
  return record
}

const nestedList = /^(?:[ \t]*[-?][ \t]+){50}/m

/** Whether YAML may nest so deeply that reading it, which recurses, could exhaust the stack. */
const isTooDeep = (yaml: string): boolean => {
  let depth = 0
  for (let at = 0; at < yaml.length; at++) {
    const code = yaml.charCodeAt(at)
    if (code === 91 || code === 123) {
      if (++depth > nestingLimit) return true
    } else if ((code === 93 || code === 125) && depth > 0) depth--
  }
  return nestedList.test(yaml)
}

/** The maximum number of values that are read. */
const valueLimit = 10_000

/** Whether YAML has so many lines and marks that it may exceed the maximum number of values. */
const isTooMuch = (yaml: string): boolean => {
  let count = 0
  for (const _ of yaml.matchAll(/[\n,[{!&*]|[-?](?=\s)/g)) if (++count > valueLimit) return true
  return false
}

/** Adds an error for each duplicate key of a map. The parser's own check is quadratic. */
const checkKeys = (document: Document.Parsed): void => {
  const open: Array<unknown> = [document.contents]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) for (const item of node.items) open.push(item ?? null)
    if (!isMap(node)) continue
    const keys = new Set<unknown>()
    for (const { key, value } of node.items) {
      open.push(value ?? null)
      if (!isScalar(key)) continue
      if (keys.has(key.value)) {
        const [start, end] = key.range ?? [0, 1]
        document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", "Map keys must be unique"))
      }
      keys.add(key.value)
    }
  }
}

/**
 * Parses YAML as a document whose scalars are all strings, with the positions of its lines. If it nests too deeply or
 * has too many values, the document has an error.
 */
export const readYaml = (yaml: string): { readonly document: Document; readonly lines: LineCounter } => {
  const lines = new LineCounter()
  const values = yaml.replaceAll(/(?<![^\n])#[^\n]*\n?/g, "")
  const text = isTooDeep(values) || isTooMuch(values) ? "[" : yaml
  const options = { schema: "failsafe", lineCounter: lines, prettyErrors: false, uniqueKeys: false } as const
  const document = parseDocument(text, options)
  checkKeys(document)
  return { document, lines }
}

let last: { readonly yaml: string; readonly firstLine: number; readonly read: FrontMatter } | undefined

/**
 * Parses a YAML map; an empty text is an empty map. Line numbers count from `firstLine`. The last result is cached: one
 * write needs it several times.
 */
export const parseYaml = (yaml: string, firstLine = 1): FrontMatter => {
  if (last?.yaml !== yaml || last.firstLine !== firstLine) last = { yaml, firstLine, read: readMap(yaml, firstLine) }
  return last.read
}

const readMap = (yaml: string, firstLine: number): FrontMatter => {
  const { document, lines } = readYaml(yaml)
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      line: lines.linePos(error.pos[0]).line + firstLine - 1,
      message: `invalid YAML: ${error.message}`
    }))
    return { values: {}, problems }
  }
  const root: Node | null = document.contents
  if (root === null || (isScalar(root) && root.value === "")) return { values: {}, problems: [] }
  if (!isMap(root)) return { values: {}, problems: [{ line: firstLine, message: "invalid YAML: expected keys" }] }
  try {
    const reading: Reading = { left: valueLimit - 1, anchors: new Map() }
    if (root.anchor !== undefined) reading.anchors.set(root.anchor, root)
    return { values: toRecord(root, reading, 0), problems: [] }
  } catch {
    return { values: {}, problems: [{ line: firstLine, message: "invalid YAML: too many values" }] }
  }
}

const none: FrontMatter = { values: {}, problems: [] }

/** Reads the front matter of a text. Line numbers count from the start of the whole text. */
export const parse = (markdown: string): FrontMatter => {
  const { yaml } = split(markdown)
  return yaml === undefined ? none : parseYaml(markdown.slice(yaml.start, yaml.end), 2)
}
