/** Code: what the first line of a fence states, and code that is indented in lists. */
import type { StateBlock, StateCore } from "markdown-it"
import { baseOf, bodyEnd, readBody, step } from "./Containers.js"

const braces = /^[ \t]*([^\s{]*)[ \t]*\{([^{}]*)\}[ \t]*$/

/** What a fence states, in the usual form: the language and then its options. `{ .py title="x" }` is `py title="x"`. */
const usualInfo = (info: string): string => {
  const [, before = "", inside] = braces.exec(info) ?? []
  const stated = inside === undefined ? info.trim() : `${before} ${inside}`.trim()
  const [first = ""] = stated.split(/\s/, 1)
  if (stated === "" || (inside === undefined && !/[=:]/.test(first))) return info
  const language = /(?:^|\s)\.([\w#+-]+)/.exec(stated)?.[1]
  if (inside !== undefined && before === "" && language === undefined) return `text ${stated}`
  if (before === "" && inside !== undefined) return `${language} ${stated.replace(`.${language}`, "").trim()}`.trim()
  return /[=:]/.test(first) ? `text ${stated}` : stated
}

/** States what fences do in the usual form, and drops the language before code in running text: `#!py x`. */
export const codeTokens = (state: StateCore): void => {
  for (const token of state.tokens) {
    if (token.type === "fence") token.info = usualInfo(token.info)
    for (const child of token.children ?? []) {
      if (child.type === "code_inline") child.content = child.content.replace(/^(?:#!|:::)[a-z][\w+-]*[ ]+(?=\S)/i, "")
    }
  }
}

/** The column from which lines are code: four after the next column at which the contents of lists are indented. */
const codeColumn = (state: StateBlock): number => {
  const base = baseOf(state)
  return base + Math.ceil(Math.max(0, state.blkIndent - base) / step) * step + step
}

/**
 * Indented code. In a list, it is indented by four columns more than the contents of the list, which are by four: what
 * is only further in than markdown expects is no code, but the contents of the list.
 */
export const indentedCode = (state: StateBlock, line: number, end: number): boolean => {
  if (state.sCount[line]! - state.blkIndent < step) return false
  const column = codeColumn(state)
  if (state.sCount[line]! < column) {
    readBody(state, line, bodyEnd(state, line, end, column - step), column - step)
    return true
  }
  let last = line + 1
  for (let next = last; next < end; next++) {
    if (state.isEmpty(next)) continue
    if (state.sCount[next]! < column) break
    last = next + 1
  }
  const token = state.push("code_block", "code", 0)
  token.content = `${state.getLines(line, last, column, false)}\n`
  token.map = [line, last]
  state.line = last
  return true
}
