/** Finds the ends of what a text encloses between lines: blocks between slashes, and HTML elements. */
import type { StateBlock } from "markdown-it"

/** The line on which each of these ends, by the line on which it begins. */
export interface Enclosures {
  readonly blocks: ReadonlyMap<number, number>
  readonly elements: ReadonlyMap<number, number>
}

const known = new WeakMap<StateBlock, Enclosures>()

const fence = /^(`{3,}|~{3,})/
const slashes = /^(\/{3,})(?:[ \t]*([\w-]+)[^\n]*)?$/
const tags =
  /<(\/?)(address|article|aside|blockquote|center|details|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|iframe|main|nav|ol|p|picture|section|summary|table|ul|video)\b(?:[^<>]*>|[^<>]*$)/gi

const find = (state: StateBlock): Enclosures => {
  const blocks = new Map<number, number>()
  const elements = new Map<number, number>()
  const open = new Map<string, Array<{ readonly line: number; readonly isFirst: boolean }>>()
  let marks: string | undefined
  for (let line = 0; line + 1 < state.bMarks.length; line++) {
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd()
    const mark = fence.exec(text)?.[1]
    if (marks !== undefined) {
      if (mark?.startsWith(marks) === true && mark === text) marks = undefined
      continue
    }
    if (mark !== undefined) {
      marks = mark
      continue
    }
    const close = (name: string, into: Map<number, number>): void => {
      const opened = open.get(name)?.pop()
      if (opened?.isFirst === true) into.set(opened.line, line)
    }
    const begin = (name: string, isFirst: boolean): void => {
      const waiting = open.get(name)
      if (waiting === undefined) open.set(name, [{ line, isFirst }])
      else waiting.push({ line, isFirst })
    }
    const block = text.startsWith("///") ? slashes.exec(text) : null
    if (block !== null) {
      if (block[2] === undefined) close(block[1]!, blocks)
      else begin(block[1]!, true)
    } else if (text.includes("<")) {
      for (const found of text.replaceAll(/`[^`]*`/g, (code) => " ".repeat(code.length)).matchAll(tags)) {
        const name = found[2]!.toLowerCase()
        if (found[1] === "/") close(name, elements)
        else if (!found[0].endsWith("/>")) begin(name, found.index === 0)
      }
    }
  }
  return { blocks, elements }
}

/** The enclosures of a whole text, which are found once. */
export const enclosuresOf = (state: StateBlock): Enclosures => {
  const found = known.get(state) ?? find(state)
  known.set(state, found)
  return found
}
