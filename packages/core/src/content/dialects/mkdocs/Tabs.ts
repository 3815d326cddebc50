/** Tabs: `=== "Title"` with an indented body. Those that follow one another are one group. */
import type { StateBlock } from "markdown-it"
import { bodyEnd, lineText, mayBegin, pair, readBody, step } from "./Containers.js"
import { plainTitle } from "./Titles.js"

const pattern = /^===([+!]{0,2})[ \t]+"(.*)"$/

interface Tab {
  readonly line: number
  readonly end: number
  readonly title: string
}

/** The tabs of the group that begins on a line. */
const tabsFrom = (state: StateBlock, line: number, end: number): ReadonlyArray<Tab> => {
  const indent = state.sCount[line]!
  const tabs: Array<Tab> = []
  for (let next = line; next < end && state.sCount[next] === indent; ) {
    const [found, marks = "", title = ""] = pattern.exec(lineText(state, next)) ?? []
    if (found === undefined || (tabs.length > 0 && marks.includes("!"))) break
    const after = bodyEnd(state, next, end, indent + step)
    tabs.push({ line: next, end: after, title })
    next = state.skipEmptyLines(after)
  }
  return tabs
}

/** A group of tabs. */
export const tabs = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 61 || !mayBegin(state, line)) return false
  if (!pattern.test(lineText(state, line))) return false
  if (silent) return true
  const found = tabsFrom(state, line, end)
  const indent = state.sCount[line]! + step
  pair(state, "tabs", [line, found.at(-1)!.end], {}, () => {
    for (const tab of found) {
      pair(state, "tab", [tab.line, tab.end], { title: plainTitle(state, tab.title) }, () =>
        readBody(state, tab.line + 1, tab.end, indent)
      )
    }
  })
  return true
}
