/** The YAML block at the head of a markdown text. Offsets are in UTF-16 units. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml"

/** Where the parts of a text are. `bodyStart` is where the markdown begins: after the block, or after a byte order mark. */
export interface Split {
  /** The YAML between the two `---` lines; absent when the text has no front matter. */
  readonly yaml?: { readonly start: number; readonly end: number }
  readonly bodyStart: number
}

/** A value of front matter. Scalars are texts as written: `1.10` is not a number here. */
export type YamlValue = null | string | ReadonlyArray<YamlValue> | { readonly [key: string]: YamlValue }

/** Something wrong in a text; `line` counts from 1. */
export interface TextProblem {
  readonly line: number
  readonly message: string
}

/** Front matter as read; `values` is empty when there is none or it is not valid. */
export interface FrontMatter {
  readonly values: { readonly [key: string]: YamlValue }
  readonly problems: ReadonlyArray<TextProblem>
}

/** The longest front matter that is read as such, in UTF-16 units. */
const limit = 131_072

const opening = /^\uFEFF?---[ \t]*\r?\n/
const closing = /^---[ \t]*(?:\r?\n|$)/gm
const content =
  /^(?:[ \t]*(?:#.*)?\r?\n)*(?=(?:[^\s#:{"'-][^\r\n:]*|"[^"\r\n]*"|'[^'\r\n]*')[ \t]*:(?:[ \t\r\n]|$)|\{|$)/

/** Finds the front matter: a `---` line at the very start, something that looks like YAML keys, and a `---` line. */
export const split = (markdown: string): Split => {
  const bom = markdown.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!markdown.startsWith("---", bom)) return { bodyStart: bom }
  const open = opening.exec(markdown)
  if (open === null) return { bodyStart: bom }
  const start = open[0].length
  closing.lastIndex = start
  const close = closing.exec(markdown)
  if (close === null || close.index - start > limit || !content.test(markdown.slice(start, close.index)))
    return { bodyStart: bom }
  return { yaml: { start, end: close.index }, bodyStart: closing.lastIndex }
}

const toValue = (document: Document, node: unknown, budget: { left: number }): YamlValue => {
  if (budget.left-- <= 0) throw new Error("expected fewer values")
  if (isAlias(node)) return toValue(document, node.resolve(document) ?? null, budget)
  if (isSeq(node)) return node.items.map((item) => toValue(document, item, budget))
  if (isMap(node)) {
    const record: Record<string, YamlValue> = {}
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : ""
      Object.defineProperty(record, key, {
        value: toValue(document, pair.value, budget),
        enumerable: true,
        configurable: true,
        writable: true
      })
    }
    return record
  }
  if (!isScalar(node)) return null
  const text = String(node.value ?? "")
  return node.type === "PLAIN" && /^(?:|~|null)$/i.test(text) ? null : text
}

const nestingLimit = 100
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

/**
 * A YAML text as a document whose scalars are all texts, with where its lines are. One that nests too deeply is a
 * document with an error.
 */
export const readYaml = (yaml: string): { readonly document: Document; readonly lines: LineCounter } => {
  const lines = new LineCounter()
  const text = isTooDeep(yaml) ? "[" : yaml
  return { document: parseDocument(text, { schema: "failsafe", lineCounter: lines, prettyErrors: false }), lines }
}

/** The map that a YAML text is; an empty text is an empty map. Line numbers count from `firstLine`. */
export const parseYaml = (yaml: string, firstLine = 1): FrontMatter => {
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
    return { values: toValue(document, root, { left: 10_000 }) as FrontMatter["values"], problems: [] }
  } catch {
    return { values: {}, problems: [{ line: firstLine, message: "invalid YAML: too many values" }] }
  }
}

const none: FrontMatter = { values: {}, problems: [] }

/** Reads the front matter of a text. Line numbers are those of the whole text. */
export const parse = (markdown: string): FrontMatter => {
  const { yaml } = split(markdown)
  return yaml === undefined ? none : parseYaml(markdown.slice(yaml.start, yaml.end), 2)
}
