/** What differs between two versions of a block, down to its words. The comparison is the engine's own. */
import { alignedBlocks } from "@lectern/core/internal/content/merge/AlignedBlocks"
import { hunksOf } from "@lectern/core/internal/content/merge/Diff"
import { alike, wordsOf } from "@lectern/core/internal/content/merge/Likeness"
import { tokensOf } from "@lectern/core/internal/content/merge/Tokens"
import type { DocumentNode } from "../api/Objects.js"

type Nodes = ReadonlyArray<DocumentNode>

/** Whether something is in both versions, or only in one of them. */
export type Mark = "same" | "added" | "removed"

/** A part of a line of text: words of one format, or something that stands among them, such as a picture. */
export interface Run {
  readonly mark: Mark
  readonly text: string
  readonly marks?: ReadonlyArray<string> | undefined
  /** The link that the words are in. */
  readonly link?: DocumentNode["data"] | undefined
  /** What stands in place of words. */
  readonly node?: DocumentNode | undefined
}

/** A node in both versions, or in one of them. */
export type Piece =
  | { readonly mark: Mark; readonly node: DocumentNode }
  | {
      readonly mark: "changed"
      readonly before: DocumentNode
      readonly after: DocumentNode
      /** What the node says besides its text, where that differs. */
      readonly data: ReadonlyArray<DataChange>
      /** The words of a node that has words. */
      readonly runs?: ReadonlyArray<Run>
      /** The nodes in one that has others. */
      readonly pieces?: ReadonlyArray<Piece>
    }

/** A property of a node before and after; absent where it had none. */
export interface DataChange {
  readonly name: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/** The text of some nodes, without their formats. */
export const textOf = (nodes: Nodes): string =>
  nodes.map((node) => node.text ?? (node.nodes === undefined ? "" : ` ${textOf(node.nodes)}`)).join("")

/** Inline nodes as runs, which all have one mark. */
export const runsOf = (nodes: Nodes, mark: Mark, link?: DocumentNode["data"]): ReadonlyArray<Run> =>
  nodes.flatMap((node): ReadonlyArray<Run> => {
    if (node.object === "text") return [{ mark, text: node.text ?? "", marks: node.marks, link }]
    if (node.type === "link") return runsOf(node.nodes ?? [], mark, node.data)
    return [{ mark, text: "", link, node }]
  })

/** Inline nodes word by word. */
const flattened = (nodes: Nodes): ReadonlyArray<Run> =>
  runsOf(nodes, "same").flatMap((run) =>
    run.node === undefined ? tokensOf(run.text).map((text) => ({ ...run, text })) : [run]
  )

const isSameFormat = (a: Run, b: Run): boolean =>
  a.mark === b.mark &&
  a.node === undefined &&
  b.node === undefined &&
  JSON.stringify([a.marks, a.link]) === JSON.stringify([b.marks, b.link])

const joined = (runs: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const all: Array<Run> = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last !== undefined && isSameFormat(last, run)) all[all.length - 1] = { ...last, text: last.text + run.text }
    else all.push(run)
  }
  return all
}

/** The runs from one sequence of tokens to another. Spaces between two changes belong to them. */
const runsBetween = (before: ReadonlyArray<Run>, after: ReadonlyArray<Run>): ReadonlyArray<Run> => {
  const [left, right] = [before, after].map((tokens) => tokens.map((token) => JSON.stringify(token)))
  const hunks: Array<{ from: number; to: number; start: number; end: number }> = []
  for (const { base, side } of hunksOf(left ?? [], right ?? [])) {
    const last = hunks.at(-1)
    const isSpace =
      last !== undefined &&
      after.slice(last.end, side.from).every(({ node, text }) => node === undefined && text.trim() === "")
    if (last !== undefined && isSpace) {
      last.to = base.to
      last.end = side.to
    } else hunks.push({ from: base.from, to: base.to, start: side.from, end: side.to })
  }
  const runs: Array<Run> = []
  let at = 0
  const put = (mark: Mark, tokens: ReadonlyArray<Run>) => {
    for (const token of tokens) runs.push({ ...token, mark })
  }
  for (const { end, from, start, to } of hunks) {
    put("same", after.slice(at, start))
    put("removed", before.slice(from, to))
    put("added", after.slice(start, end))
    at = end
  }
  put("same", after.slice(at))
  return joined(runs)
}

/** The runs from one line of text to another. */
export const lineRuns = (before: string, after: string): ReadonlyArray<Run> =>
  runsBetween(
    tokensOf(before).map((text) => ({ mark: "same", text })),
    tokensOf(after).map((text) => ({ mark: "same", text }))
  )

/** The runs of inline nodes from one version to another. */
export const inlineRuns = (before: Nodes, after: Nodes): ReadonlyArray<Run> =>
  runsBetween(flattened(before), flattened(after))

/** Whether a node consists of words, and not of other blocks. */
export const hasWords = ({ nodes = [] }: DocumentNode): boolean => nodes.some(({ object }) => object !== "block")

const shown = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value)

const dataChanges = (before: DocumentNode, after: DocumentNode): ReadonlyArray<DataChange> => {
  const [old, young] = [before.data ?? {}, after.data ?? {}]
  const type = before.type === after.type ? [] : [{ name: "type", before: before.type, after: after.type }]
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  const data = names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(young[name]))
    .map((name) => ({ name, before: shown(old[name]), after: shown(young[name]) }))
  return [...type, ...data]
}

/** The share of its words that a block must keep, or it counts as another one. */
const keeps = 0.25

/** Cells of one column are always versions of each other. */
const isCell = ({ type }: DocumentNode): boolean => type === "table-cell"

const changed = (before: DocumentNode, after: DocumentNode): ReadonlyArray<Piece> => {
  const isOther =
    before.type !== after.type &&
    !(before.type?.startsWith("heading") === true && after.type?.startsWith("heading") === true)
  const [left, right] = [hasWords(before), hasWords(after)]
  const isUnlike = left && right && !isCell(after) && alike(wordsOf(textOf([before])), wordsOf(textOf([after]))) < keeps
  if (isOther || (left !== right && !isCell(after)) || isUnlike) {
    return [
      { mark: "removed", node: before },
      { mark: "added", node: after }
    ]
  }
  const data = dataChanges(before, after)
  if (left || right)
    return [{ mark: "changed", before, after, data, runs: inlineRuns(before.nodes ?? [], after.nodes ?? []) }]
  return [{ mark: "changed", before, after, data, pieces: piecesOf(before.nodes ?? [], after.nodes ?? []) }]
}

/** The nodes of both versions, in order. */
export function piecesOf(before: Nodes, after: Nodes): ReadonlyArray<Piece> {
  const key = (nodes: Nodes) => nodes.map((node) => JSON.stringify(node))
  const text = (nodes: Nodes) => nodes.map((node) => textOf([node]))
  const texts = { before: text(before), after: text(after) }
  const isRow = before.length === after.length && [...before, ...after].every(isCell)
  const aligned = isRow
    ? after.map((_, index) => ({ from: index, to: index }))
    : alignedBlocks(key(before), key(after), texts)
  return aligned.flatMap(({ from, to }): ReadonlyArray<Piece> => {
    const [old, young] = [from === undefined ? undefined : before[from], to === undefined ? undefined : after[to]]
    if (old === undefined) return young === undefined ? [] : [{ mark: "added", node: young }]
    if (young === undefined) return [{ mark: "removed", node: old }]
    return JSON.stringify(old) === JSON.stringify(young) ? [{ mark: "same", node: young }] : changed(old, young)
  })
}
