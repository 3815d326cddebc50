/** The parts that two versions of a text have in common. */
import { hunksOf } from "../merge/Diff.js"
import { tokensOf } from "../merge/Tokens.js"

/** A part of a text and its place in another version, in UTF-16 units. */
export interface EqualPart {
  readonly before: number
  readonly after: number
  readonly length: number
}

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** How texts are compared: by lines, and by words within the lines that differ. */
const levels = [linesOf, tokensOf]

/** The length of the longest common start of two texts, of at most so many units. */
export const commonStart = (a: string, b: string, most = Math.min(a.length, b.length)): number => {
  let length = 0
  while (length < most && length < a.length && a[length] === b[length]) length++
  return length
}

/** The length of the longest common end of two texts, of at most so many units. */
export const commonEnd = (a: string, b: string, most = Math.min(a.length, b.length)): number => {
  let length = 0
  while (length < most && length < a.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}

const lengthOf = (tokens: ReadonlyArray<string>, from: number, to: number): number => {
  let length = 0
  for (let at = from; at < to; at++) length += tokens[at]!.length
  return length
}

/** The parts that two texts have in common, in order. Takes linear time, except for a bounded part. */
export const equalParts = (before: string, after: string): ReadonlyArray<EqualPart> => {
  const parts: Array<EqualPart> = []
  const add = (part: EqualPart): void => {
    const last = parts.at(-1)
    if (part.length === 0) return
    if (last !== undefined && last.before + last.length === part.before && last.after + last.length === part.after) {
      parts[parts.length - 1] = { ...last, length: last.length + part.length }
    } else parts.push(part)
  }
  const compare = (left: string, right: string, at: { before: number; after: number }, level: number): void => {
    const tokens = levels[level]
    if (tokens === undefined) {
      const start = commonStart(left, right)
      const end = commonEnd(left, right, Math.min(left.length, right.length) - start)
      add({ ...at, length: start })
      add({ before: at.before + left.length - end, after: at.after + right.length - end, length: end })
      return
    }
    const [base, side] = [tokens(left), tokens(right)]
    let [token, from, to] = [0, at.before, at.after]
    for (const hunk of hunksOf(base, side)) {
      const length = lengthOf(base, token, hunk.base.from)
      add({ before: from, after: to, length })
      ;[from, to] = [from + length, to + length]
      const removed = base.slice(hunk.base.from, hunk.base.to).join("")
      const added = side.slice(hunk.side.from, hunk.side.to).join("")
      if (removed !== "" && added !== "") compare(removed, added, { before: from, after: to }, level + 1)
      ;[token, from, to] = [hunk.base.to, from + removed.length, to + added.length]
    }
    add({ before: from, after: to, length: lengthOf(base, token, base.length) })
  }
  compare(before, after, { before: 0, after: 0 }, 0)
  return parts
}
