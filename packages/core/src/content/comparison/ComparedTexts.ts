/** Compares two versions of a text block by block, with all of their blocks. */
import type { DocumentNode } from "../../text/markdown/DocumentNode.js"
import { blockTrees } from "../../text/markdown/DocumentTree.js"
import { split } from "../../text/markdown/FrontMatter.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import { alignedBlocks } from "../merge/AlignedBlocks.js"
import { blocksOf } from "../merge/Blocks.js"
import type { ComparedBlock } from "./ItemComparison.js"

/** The length of both texts up to which blocks have trees, in UTF-16 units. */
const mostWithTrees = 400_000

interface Placed {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly nodes?: ReadonlyArray<DocumentNode>
}

const placed = (markdown: string, withTrees: boolean, reading: Reading): ReadonlyArray<Placed> => {
  const { bodyStart } = split(markdown)
  const { blocks, lead } = blocksOf(markdown.slice(bodyStart), reading)
  let at = bodyStart + lead.length
  const found = blocks.map(({ gap, text }): Placed => {
    const [start, end] = [at, at + text.length]
    at = end + gap.length
    return { text, start, end }
  })
  if (!withTrees) return found
  const trees = blockTrees(
    markdown,
    found.map(({ start }) => start),
    reading
  )
  return found.map((each, index) => ({ ...each, nodes: trees[index] ?? [] }))
}

/** The two versions of a text; one is absent if it does not exist there. */
export interface Versions {
  readonly before?: string
  readonly after?: string
}

/** All blocks of both versions, in order, each with its place and, if the texts are short enough, its tree. */
export const comparedBlocks = (
  { after = "", before = "" }: Versions,
  reading: Reading = gitbookReading
): ReadonlyArray<ComparedBlock> => {
  const withTrees = before.length + after.length <= mostWithTrees
  const [left, right] = [placed(before, withTrees, reading), placed(after, withTrees, reading)]
  const version = ({ end, nodes, start }: Placed) => ({ start, end, ...(nodes !== undefined && { nodes }) })
  return alignedBlocks(
    left.map(({ text }) => text),
    right.map(({ text }) => text)
  ).map(({ from, to }): ComparedBlock => {
    const [old, young] = [from === undefined ? undefined : left[from]!, to === undefined ? undefined : right[to]!]
    if (old === undefined) return { kind: "added", ...(young !== undefined && { after: version(young) }) }
    if (young === undefined) return { kind: "removed", before: version(old) }
    if (old.text !== young.text) return { kind: "changed", before: version(old), after: version(young) }
    return { kind: "same", before: { start: old.start, end: old.end }, after: version(young) }
  })
}
