/** Finds the JSX and HTML tags in a text, outside code. */
import { codeParts } from "./Code.js"
import { readLiteral } from "./Literals.js"

/** A tag; `start` and `end` are its offsets. Attributes in braces that are not plain strings are absent. */
export interface JsxTag {
  readonly name: string
  readonly kind: "open" | "close" | "void"
  readonly attributes: ReadonlyMap<string, string>
  /** The attributes that are written in braces, as expressions. */
  readonly expressions: ReadonlyArray<string>
  readonly start: number
  readonly end: number
}

/**
 * The maximum length of a tag, in characters. It falls to the lesser one after so many characters of tags that are not
 * closed, so that a text of many takes time linear in its length.
 */
const limit = 200_000
const lesserLimit = 4_096
const unclosedLimit = 1_000_000

const opening = /<(\/?)([A-Za-z][\w.:-]*)?/y
const attribute = /\s*([A-Za-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))|([^\s"'{}<>=`]+)))?/y
const spread = /\s*(?=(\{))/y
const closing = /\s*(\/?)>/y

/** The offset after the brace that closes the one at `from`; -1 if there is none before `to`. */
const braceEnd = (text: string, from: number, to: number): number => {
  let depth = 0
  let quote = ""
  for (let at = from; at < to; at++) {
    const char = text[at]!
    if (quote !== "") {
      if (char === "\\") at++
      else if (char === quote) quote = ""
    } else if (char === '"' || char === "'" || char === "`") quote = char
    else if (char === "{") depth++
    else if (char === "}" && --depth === 0) return at + 1
  }
  return -1
}

/**
 * The text that an expression in braces evaluates to: a string, or the only argument of `require` and `useBaseUrl`. A
 * list of strings yields one per line.
 */
const literal = (expression: string): string | undefined => {
  const inner = expression.slice(1, -1).trim()
  const call = /^(?:require|useBaseUrl|withBase)\(\s*(["'`])([^"'`]*)\1\s*,?\s*\)(?:\.default)?$/.exec(inner)
  if (call !== null) return call[2]
  if (!/^["'`[]/.test(inner)) return undefined
  const { value } = readLiteral(inner)
  const texts = Array.isArray(value) ? value : [value]
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined
}

const at = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}

/** The tag at an offset that is closed before `to`, or the offset up to which there is none. */
const tagAt = (text: string, start: number, to: number): JsxTag | number => {
  const open = at(opening, text, start)
  if (open === null) return start
  const name = open[2] ?? ""
  let from = opening.lastIndex
  if (name === "") {
    return text[from] === ">"
      ? { name, kind: open[1] === "/" ? "close" : "open", attributes: new Map(), expressions: [], start, end: from + 1 }
      : from
  }
  const attributes = new Map<string, string>()
  const expressions: Array<string> = []
  while (from < to) {
    const close = at(closing, text, from)
    if (close !== null) {
      const kind = open[1] === "/" ? "close" : close[1] === "/" ? "void" : "open"
      return { name, kind, attributes, expressions, start, end: closing.lastIndex }
    }
    const found = at(attribute, text, from)
    const key = found?.[1]
    const after = found === null ? undefined : attribute.lastIndex
    const rest = found === null ? at(spread, text, from) : null
    if (found === null && rest === null) return from
    from = after ?? spread.lastIndex
    if (found?.[4] === undefined && rest === null) {
      if (key !== undefined) attributes.set(key, found?.[2] ?? found?.[3] ?? found?.[5] ?? "true")
      continue
    }
    const end = braceEnd(text, from, to)
    if (end < 0) return to
    expressions.push(text.slice(from + 1, end - 1))
    const value = literal(text.slice(from, end))
    if (key !== undefined && value !== undefined) attributes.set(key, value)
    from = end
  }
  return from
}

/** Every tag of a text outside code and comments, in order. */
export const jsxTags = (text: string): ReadonlyArray<JsxTag> => {
  const found: Array<JsxTag> = []
  let offset = 0
  let left = unclosedLimit
  for (const part of codeParts(text)) {
    const end = offset + part.text.length
    let start = part.code ? end : Math.max(offset, found.at(-1)?.end ?? 0)
    for (start = text.indexOf("<", start); start >= 0 && start < end; start = text.indexOf("<", start)) {
      const tag = tagAt(text, start, Math.min(text.length, start + (left > 0 ? limit : lesserLimit)))
      if (typeof tag === "number") {
        left -= tag - start
        start++
      } else {
        found.push(tag)
        start = tag.end
      }
    }
    offset = end
  }
  return found
}
