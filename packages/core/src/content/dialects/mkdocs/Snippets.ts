/** Snippets, `--8<-- "file"`: parts of other files of the folder. */
import type { StateBlock } from "markdown-it"
import { pushTag } from "../../../text/markdown/Parser.js"
import { lineText, mayBegin, tagFor } from "./Containers.js"

/** A part of a file: all of it, some lines, or a section that the file names. */
interface Snippet {
  /** The path as written, relative to the folder of the configuration. */
  readonly path: string
  /** The first and the last line, from 1, where they are stated. */
  readonly from?: string
  readonly to?: string
  readonly section?: string
}

const marks = /^-{1,}8<-{1,}/
const single = /^-{1,}8<-{1,}[ \t]+(?:"([^"]+)"|'([^']+)')$/
const section = /^-{1,}8<-{1,}[ \t]+\[(?:start|end)(?::[ \t]*[\w-]+)?\]/

/** The snippet that a quoted text names: `file`, `file:from:to`, `file:section`. */
const snippetOf = (written: string): Snippet => {
  const [, path = written, from, to, name] =
    /^(.+?)(?::(?:(\d*)(?::(\d*))?(?:,[\d:,]*)?|([A-Za-z][\w-]*)))?$/.exec(written) ?? []
  if (/^https?:/i.test(written)) return { path: written }
  return {
    path,
    ...(from && { from }),
    ...(to && { to }),
    ...(name !== undefined && { section: name })
  }
}

/** Adds an `include` of a path from the top of the folder. A remote file is none. */
const pushSnippet = (state: StateBlock, line: number, written: string): void => {
  const { path, ...part } = snippetOf(written)
  if (written.startsWith(";") || /^https?:/i.test(path)) return
  pushTag(state, tagFor(state, line, "include", { "": `/${path.replace(/^(?:\.?\/)+/, "")}`, ...part }), line)
}

/** A snippet, several ones between `--8<--` lines, or a line that marks a section of its own file. */
export const snippets = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 45 || !mayBegin(state, line)) return false
  const text = lineText(state, line)
  if (!marks.test(text)) return false
  const found = single.exec(text)
  const isBlock = found === null && marks.exec(text)![0] === text
  if (found === null && !isBlock && !section.test(text)) return false
  let last = line
  if (isBlock)
    do last++
    while (last < end && lineText(state, last) !== text)
  if (last >= end) return false
  if (silent) return true
  if (found !== null) pushSnippet(state, line, found[1] ?? found[2]!)
  for (let next = line + 1; next < last; next++) {
    if (!state.isEmpty(next)) pushSnippet(state, next, lineText(state, next))
  }
  state.line = last + 1
  return true
}
