/** Blocks between slashes: `/// note | Title`, the body, `///`. */
import type { StateBlock } from "markdown-it"
import { pushAdmonition } from "./Admonitions.js"
import { lineText, mayBegin, pair, pushHtml, readBody, step } from "./Containers.js"
import { enclosuresOf } from "./Enclosures.js"
import { plainTitle } from "./Titles.js"

const opening = /^\/{3,}[ \t]*([\w-]+)[ \t]*(?:\|[ \t]*(.*))?$/

interface SlashBlock {
  readonly line: number
  /** The line of the closing slashes. */
  readonly last: number
  readonly name: string
  readonly title: string | undefined
}

const blockAt = (state: StateBlock, line: number, end: number): SlashBlock | undefined => {
  if (line >= end || state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 47) return undefined
  const [found, name = "", title] = opening.exec(lineText(state, line)) ?? []
  const last = found === undefined ? undefined : enclosuresOf(state).blocks.get(line)
  return last === undefined || last >= end ? undefined : { line, last, name: name.toLowerCase(), title }
}

/** The options that a block states in indented lines below its name, and the line after them. */
const optionsOf = (state: StateBlock, { last, line }: SlashBlock) => {
  const indent = state.sCount[line]! + step
  const options = new Map<string, string>()
  let next = line + 1
  for (; next < last && !state.isEmpty(next) && state.sCount[next]! >= indent; next++) {
    const [, key, value = ""] = /^([\w-]+):[ \t]*(.*)$/.exec(lineText(state, next)) ?? []
    if (key !== undefined) options.set(key, value.replaceAll(/^["']|["']$/g, ""))
  }
  return { options, next }
}

const body = (state: StateBlock, { last, line }: SlashBlock, from: number): void =>
  readBody(state, from, last, state.sCount[line]!)

const pushTabs = (state: StateBlock, first: SlashBlock, end: number): void => {
  const found = [first]
  for (let block = first; ; ) {
    const next = blockAt(state, state.skipEmptyLines(block.last + 1), end)
    if (next?.name !== "tab" || optionsOf(state, next).options.get("new")?.toLowerCase() === "true") break
    found.push(next)
    block = next
  }
  pair(state, "tabs", [first.line, found.at(-1)!.last + 1], {}, () => {
    for (const tab of found) {
      const { next } = optionsOf(state, tab)
      pair(state, "tab", [tab.line, tab.last + 1], { title: plainTitle(state, tab.title ?? "") }, () =>
        body(state, tab, next)
      )
    }
  })
}

/** Blocks that are shown as their contents; captions belong to what is above them. */
const plain: Readonly<Record<string, string>> = {
  html: "div",
  caption: "figcaption",
  "figure-caption": "figcaption",
  "table-caption": "figcaption"
}

/** A block between slashes. */
export const slashBlock = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 47 || !mayBegin(state, line)) return false
  const block = blockAt(state, line, end)
  if (block === undefined) return false
  if (silent) return true
  if (block.name === "tab") {
    pushTabs(state, block, end)
    return true
  }
  const { next, options } = optionsOf(state, block)
  const lines = [line, block.last + 1] as const
  const element = plain[block.name]
  if (block.name === "define") {
    pair(state, "define", lines, {}, () => body(state, block, next))
  } else if (element !== undefined) {
    pair(state, "markdown", lines, {}, () => {
      pushHtml(state, `<${element}>`, line)
      body(state, block, next)
      pushHtml(state, `</${element}>`, block.last)
    })
  } else {
    const isFolded = block.name === "details"
    const type = options.get("type") ?? (isFolded || block.name === "admonition" ? "note" : block.name)
    const isOpen = options.get("open")?.toLowerCase() === "true"
    const fold = isFolded ? (isOpen ? "open" : "closed") : undefined
    pushAdmonition(state, { type, title: block.title?.trim(), fold }, lines, () => body(state, block, next))
  }
  return true
}
