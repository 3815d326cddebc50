/** Which part of a text the selected words of a page are. */
import type { Range } from "./Threads.js"

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null)

/** Where a point of the window lies in the source that is shown line by line. */
const pointIn = (node: Node | null, offset: number): number | undefined => {
  const part = elementOf(node)?.closest<HTMLElement>("[data-start]")
  if (part === null || part === undefined || part.dataset.end !== undefined) return undefined
  const start = Number(part.dataset.start)
  return node instanceof Text ? start + offset : start + (offset > 0 ? (part.textContent?.length ?? 0) : 0)
}

/** The range of a block that has some words once, and else the whole block. */
export const rangeInBlock = (markdown: string, block: Range, words: string): Range => {
  const source = markdown.slice(block.start, block.end)
  const sought = words.trim()
  const at = sought === "" ? -1 : source.indexOf(sought)
  if (at < 0 || source.indexOf(sought, at + 1) >= 0) return block
  return { start: block.start + at, end: block.start + at + sought.length }
}

/** The selected part of a text that an element shows, as lines or as blocks; nothing if none of it is selected. */
export const selectedRange = (root: Element, markdown: string): Range | undefined => {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const { endContainer, endOffset, startContainer, startOffset } = selection.getRangeAt(0)
  if (!root.contains(startContainer) || !root.contains(endContainer)) return undefined
  const [start, end] = [pointIn(startContainer, startOffset), pointIn(endContainer, endOffset)]
  if (start !== undefined && end !== undefined) return start < end ? { start, end } : undefined
  const [first, last] = [startContainer, endContainer].map((node) =>
    elementOf(node)?.closest<HTMLElement>(".block[data-end]")
  )
  if (first === undefined || first === null || last === undefined || last === null) return undefined
  const [from, to] = [first, last].map(({ dataset }) => ({ start: Number(dataset.start), end: Number(dataset.end) }))
  if (from === undefined || to === undefined) return undefined
  if (first !== last) return { start: from.start, end: to.end }
  return rangeInBlock(markdown, from, selection.toString())
}
