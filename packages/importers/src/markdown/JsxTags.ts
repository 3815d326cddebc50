/** Finds the JSX and HTML tags in a text, outside code. */
import { codeParts } from "./Code.js"

/** A tag; `start` and `end` are its offsets. Attributes in braces that are not plain strings are absent. */
export interface JsxTag {
  readonly name: string
  readonly kind: "open" | "close" | "void"
  readonly attributes: ReadonlyMap<string, string>
  /** Whether an attribute is written in braces. */
  readonly braces: boolean
  readonly start: number
  readonly end: number
}

/** The maximum length of a tag, in characters. */
const limit = 4_096

const opening = /<(\/?)([A-Za-z][\w.:-]*)?/y
const attribute = /\s*([A-Za-z_:@][\w:.@-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(?=(\{))|([^\s"'{}<>=`]+)))?/y
const spread = /\s*(?=(\{))/y
const closing = /\s*(\/?)>/y

/** The offset after the brace that closes the one at `from`; -1 if there is none. */
const braceEnd = (text: string, from: number): number => {
  let depth = 0
  let quote = ""
  for (let at = from; at < Math.min(text.length, from + limit); at++) {
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

const listOfTexts = /^\[\s*(?:(?:"[^"\n]*"|'[^'\n]*')\s*,?\s*)+\]$/

/**
 * The string that an expression in braces evaluates to: a literal, or the only argument of `require` and `useBaseUrl`.
 * A list of strings yields one per line.
 */
const literal = (expression: string): string | undefined => {
  const inner = expression.slice(1, -1).trim()
  const call = /^(?:require|useBaseUrl|withBase)\(\s*(["'`])([^"'`]*)\1\s*,?\s*\)(?:\.default)?$/.exec(inner)
  if (call !== null) return call[2]
  if (listOfTexts.test(inner))
    return [...inner.matchAll(/"([^"]*)"|'([^']*)'/g)].map((each) => each[1] ?? each[2]).join("\n")
  return /^(["'`])([^"'`$\\]*)\1$/.exec(inner)?.[2]
}

const at = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}

const tagAt = (text: string, start: number): JsxTag | undefined => {
  const open = at(opening, text, start)
  if (open === null) return undefined
  const name = open[2] ?? ""
  let from = opening.lastIndex
  if (name === "") {
    return text[from] === ">"
      ? { name, kind: open[1] === "/" ? "close" : "open", attributes: new Map(), braces: false, start, end: from + 1 }
      : undefined
  }
  const attributes = new Map<string, string>()
  let braces = false
  while (from < start + limit) {
    const close = at(closing, text, from)
    if (close !== null) {
      const kind = open[1] === "/" ? "close" : close[1] === "/" ? "void" : "open"
      return { name, kind, attributes, braces, start, end: closing.lastIndex }
    }
    const found = at(attribute, text, from)
    const key = found?.[1]
    const after = found === null ? undefined : attribute.lastIndex
    const rest = found === null ? at(spread, text, from) : null
    if (found === null && rest === null) return undefined
    from = after ?? spread.lastIndex
    if (found?.[4] === undefined && rest === null) {
      if (key !== undefined) attributes.set(key, found?.[2] ?? found?.[3] ?? found?.[5] ?? "true")
      continue
    }
    braces = true
    const end = braceEnd(text, from)
    if (end < 0) return undefined
    const value = literal(text.slice(from, end))
    if (key !== undefined && value !== undefined) attributes.set(key, value)
    from = end
  }
  return undefined
}

/** Every tag of a text outside code and comments, in order. */
export const jsxTags = (text: string): ReadonlyArray<JsxTag> => {
  const found: Array<JsxTag> = []
  let offset = 0
  for (const part of codeParts(text)) {
    if (!part.code) {
      const end = offset + part.text.length
      for (let start = text.indexOf("<", offset); start >= 0 && start < end; start = text.indexOf("<", start)) {
        const tag = tagAt(text, start)
        if (tag !== undefined) found.push(tag)
        start = tag?.end ?? start + 1
      }
    }
    offset += part.text.length
  }
  return found.filter((tag, index) => index === 0 || tag.start >= found[index - 1]!.end)
}
