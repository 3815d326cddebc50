/** Why a merge may be clean although git refuses it: how each change of one side relates to each of the other. */
import { type Kind, readAlike, wholeLines } from "./blockKinds.js"
import type { Op, Pair } from "./sides.js"

/** The relations of two changes that are merged without asking, and why no order and no meaning is guessed. */
export const reasons = {
  fields: "different keys of front matter: they have no order",
  apart: "different blocks: each is merged by itself, and they stay in the order of the base",
  beside: "a block inserted beside one that the other side changes, deletes or replaces: one side gives its place",
  lines: "different lines of a block: they stay in the order of the base",
  line: "a line added beside one that the other side changes, deletes or replaces: one side gives its place",
  places: "lines added at different places of a block, or blocks at different places of a page",
  words: "different words of one line of running text",
  turned: "words of a block that the other side turned into another kind, or lines that read the same in it",
  same: "the same change, once"
} as const

/** The name of a relation. */
export type Relation = keyof typeof reasons

type Effect =
  | { readonly at: "field"; readonly key: string }
  | { readonly at: "gap"; readonly gap: number; readonly replaces: boolean }
  | { readonly at: "block"; readonly block: number; readonly does: "delete" | "turn" | "wrap"; readonly to?: Kind }
  | { readonly at: "part"; readonly block: number; readonly part: number; readonly word: boolean }
  | { readonly at: "line"; readonly block: number; readonly line: number; readonly replaces: boolean }

/** The effects of a side's changes, in their order; changes without an effect are left out. */
export const effectsOf = ({ blocks }: Pair, ops: ReadonlyArray<Op>): ReadonlyArray<Effect> => {
  const dropped = (block: number, part: number): boolean =>
    ops.some((each) => each.op === "drop" && each.block === block && each.part === part)
  const isReplaced = (block: number): boolean =>
    ops.some((each) => each.op === "insert" && (each.gap === block || each.gap === block + 1))
  const isDeleted = (block: number): boolean => {
    const { length } = blocks[block]?.parts ?? []
    const adds = ops.some((each) => each.op === "add" && each.block === block)
    if (ops.some((each) => each.op === "delete" && each.block === block)) return true
    return length > 0 && !adds && Array.from({ length }, (_, part) => part).every((part) => dropped(block, part))
  }
  const turns = (block: number): boolean =>
    ops.some((each) => each.op === "turn" && each.block === block && each.to !== blocks[block]?.kind)
  // Definitions are blocks of their own, wherever they stand together, and details are several blocks of HTML.
  const isGone = (block: number): boolean =>
    isDeleted(block) ||
    (blocks[block]?.kind === "details" && turns(block)) ||
    (blocks[block]?.kind === "definitions" && ops.some((each) => each.op === "drop" && each.block === block))
  const gap = (at: number): Effect => ({ at: "gap", gap: at, replaces: isGone(at - 1) || isGone(at) })
  const last = (op: Op): boolean =>
    op.op !== "turn" || ops.findLast((each) => each.op === "turn" && each.block === op.block) === op
  return ops.filter(last).flatMap((op): ReadonlyArray<Effect> => {
    if (op.op === "field") return [{ at: "field", key: op.key }]
    if (op.op === "insert") return [gap(op.gap)]
    const { block } = op
    if (isDeleted(block)) {
      const rest: ReadonlyArray<Effect> = op.op === "note" ? [gap(op.gap)] : []
      return isReplaced(block)
        ? [{ at: "part", block, part: 0, word: false }, ...rest]
        : [{ at: "block", block, does: "delete" }, ...rest]
    }
    switch (op.op) {
      case "note":
        return [{ at: "part", block, part: 0, word: true }, gap(op.gap)]
      case "word":
        return [{ at: "part", block, part: op.part, word: true }]
      case "rewrite":
        return [{ at: "part", block, part: op.part, word: false }]
      case "drop": {
        // With a new line in its place, it may be an edit of the line by the words that both have.
        const word = ops.some(
          (each) => each.op === "add" && each.block === block && [op.part, op.part + 1].includes(each.at)
        )
        return [{ at: "part", block, part: op.part, word }]
      }
      case "add":
        return [{ at: "line", block, line: op.at, replaces: dropped(block, op.at - 1) || dropped(block, op.at) }]
      case "turn":
        if (op.to === blocks[block]!.kind) return []
        return [{ at: "block", block, does: readAlike(op.to, blocks[block]!.kind) ? "wrap" : "turn", to: op.to }]
      default:
        return blocks[block]!.kind === "table" && blocks[block]!.columns === 3
          ? [{ at: "block", block, does: "turn" }]
          : []
    }
  })
}

const withinBlock = (kind: Kind, one: Effect, other: Effect): Relation | undefined => {
  if (one.at === "block" && other.at === "block") {
    if (one.does === other.does && one.to === other.to) return "same"
    return one.does !== "delete" && other.does !== "delete" && (one.does === "wrap" || other.does === "wrap")
      ? "turned"
      : undefined
  }
  if (one.at === "block" || other.at === "block") {
    const [whole, within] = one.at === "block" ? [one, other] : [other, one]
    if (kind === "definitions") return "beside"
    const isKept = whole.at === "block" && (whole.does === "wrap" || (whole.does === "turn" && within.at === "part"))
    return isKept ? "turned" : undefined
  }
  if (one.at === "line" && other.at === "line") {
    return one.line === other.line && !one.replaces && !other.replaces ? undefined : "places"
  }
  if (one.at === "line" || other.at === "line") return "line"
  if (one.at !== "part" || other.at !== "part") return undefined
  if (one.part !== other.part) return "lines"
  return !wholeLines.has(kind) && one.word && other.word ? "words" : undefined
}

/** How a change relates to one of the other side; `undefined` if a merge must ask. */
export const relationOf = ({ blocks }: Pair, one: Effect, other: Effect): Relation | undefined => {
  if (one.at === "field" || other.at === "field") {
    return one.at === other.at && "key" in one && "key" in other && one.key === other.key ? undefined : "fields"
  }
  if (one.at === "gap" && other.at === "gap") {
    return one.gap === other.gap && !one.replaces && !other.replaces ? undefined : "places"
  }
  if (one.at === "gap" || other.at === "gap") return "beside"
  if (one.block !== other.block) return "apart"
  return withinBlock(blocks[one.block]!.kind, one, other)
}
