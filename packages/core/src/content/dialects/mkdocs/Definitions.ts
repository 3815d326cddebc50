/** Definition lists: terms, and below them `:   ` and an indented body. */
import type { StateBlock } from "markdown-it"
import { termToken } from "./Attributes.js"
import { lineText, mayBegin, pair, pushHtml, pushText, readBody, step } from "./Containers.js"

const mark = /^:[ \t]{1,3}(?=\S)/

/** How many terms share a definition. */
const termLimit = 8

const isDefinition = (state: StateBlock, line: number, end: number): boolean =>
  line < end &&
  state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) === 58 &&
  state.sCount[line]! >= state.blkIndent &&
  state.sCount[line]! - state.blkIndent < step &&
  mark.test(lineText(state, line))

/** The lines of the terms that begin on a line, and the line of their first definition, which may have no term. */
const termsAt = (state: StateBlock, line: number, end: number) => {
  let next = line
  while (next < end && next - line < termLimit && !state.isEmpty(next) && !isDefinition(state, next, end)) {
    if (state.sCount[next]! < state.blkIndent || state.sCount[next]! - state.blkIndent >= step) return undefined
    next++
  }
  const definition = next > line && next < end && state.isEmpty(next) ? next + 1 : next
  return isDefinition(state, definition, end) ? { from: line, to: next, definition } : undefined
}

/** The line after a definition: what is indented below it belongs to it, and what follows it without a blank line. */
const definitionEnd = (state: StateBlock, line: number, end: number): number => {
  const indent = state.blkIndent + step
  let after = line + 1
  for (let next = after; next < end; next++) {
    if (state.isEmpty(next)) continue
    const isLazy = next === after && !isDefinition(state, next, end) && state.sCount[next]! >= state.blkIndent
    if (state.sCount[next]! < indent && !isLazy) break
    after = next + 1
  }
  return after
}

/** Adds a definition. Its first line is read as if it began at the column of the body. */
const pushDefinition = (state: StateBlock, line: number, after: number): void => {
  const [shift, count] = [state.tShift[line]!, state.sCount[line]!]
  const text = lineText(state, line)
  const indent = state.blkIndent + step
  state.tShift[line] = shift + mark.exec(text)![0].length
  state.sCount[line] = indent
  pushHtml(state, "<dd>", line)
  readBody(state, line, after, indent)
  pushHtml(state, "</dd>", after - 1)
  state.tShift[line] = shift
  state.sCount[line] = count
}

interface Part {
  readonly kind: "term" | "definition"
  readonly line: number
  readonly end: number
}

const partsFrom = (state: StateBlock, line: number, end: number): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let next = line
  for (let terms = termsAt(state, next, end); terms !== undefined; terms = termsAt(state, next, end)) {
    for (let term = terms.from; term < terms.to; term++) parts.push({ kind: "term", line: term, end: term + 1 })
    next = terms.definition
    while (isDefinition(state, next, end)) {
      const after = definitionEnd(state, next, end)
      parts.push({ kind: "definition", line: next, end: after })
      next = state.skipEmptyLines(after)
    }
  }
  return parts
}

/** A definition list. */
export const definitions = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  if (silent || !mayBegin(state, line)) return false
  const parts = termsAt(state, line, end) === undefined ? [] : partsFrom(state, line, end)
  if (parts.length === 0) return false
  pair(state, "definitions", [line, parts.at(-1)!.end], {}, () => {
    pushHtml(state, "<dl>", line)
    for (const part of parts) {
      if (part.kind === "definition") pushDefinition(state, part.line, part.end)
      else {
        pushHtml(state, "<dt>", part.line)
        termToken(pushText(state, lineText(state, part.line), part.line))
        pushHtml(state, "</dt>", part.line)
      }
    }
    pushHtml(state, "</dl>", parts.at(-1)!.end - 1)
  })
  return true
}
