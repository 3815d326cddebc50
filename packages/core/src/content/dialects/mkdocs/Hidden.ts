/** Lines that are never shown: the meanings of abbreviations, and the place of a table of contents. */
import type { StateBlock } from "markdown-it"
import { bodyEnd, lineText, mayBegin, pushText, step } from "./Containers.js"

const abbreviation = /^\*\[[^[\]\n]+\][ \t]*:/
const contents = /^\[TOC\]$/

/** `*[HTML]: Hyper Text Markup Language`, and `[TOC]`. */
export const hiddenLines = (state: StateBlock, line: number, _end: number, silent: boolean): boolean => {
  const code = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!)
  if ((code !== 42 && code !== 91) || !mayBegin(state, line)) return false
  const text = lineText(state, line)
  if (!(code === 42 ? abbreviation : contents).test(text)) return false
  if (!silent) state.line = line + 1
  return true
}

/** `::: package.module` stands for what is made from a program; its name is shown, and its options are not. */
export const generated = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 58 || !mayBegin(state, line)) return false
  const [, name] = /^:::[ \t]+([\w.-]+)$/.exec(lineText(state, line)) ?? []
  if (name === undefined) return false
  if (silent) return true
  const after = bodyEnd(state, line, end, state.sCount[line]! + step)
  pushText(state, `\`${name}\``, line)
  state.line = after
  return true
}
