/**
 * Applies, rebases and finds changes of texts. The only module that needs `@codemirror/state`: load it for the first text
 * that is edited live.
 */
import { ChangeSet, Text } from "@codemirror/state"
import * as Effect from "effect/Effect"
import { type Invalid, invalid } from "../../foundation/errors/Errors.js"
import { hunksOf } from "../merge/Diff.js"
import type { TextChange } from "./TextChange.js"

export type { Text }

/** A text for changes. Only line feeds separate its lines: a carriage return is a character like any other. */
export const textOf = (markdown: string): Text => Text.of(markdown.split("\n"))

/** A text as a string, with the line breaks that it has. */
export const markdownOf = (text: Text): string => text.sliceString(0, text.length, "\n")

/** The length of the text that a change is of, and of the text after it. */
const lengthsOf = (changes: TextChange): { readonly before: number; readonly after: number } => {
  let [before, after] = [0, 0]
  for (const part of changes) {
    if (typeof part === "number") {
      before += part
      after += part
      continue
    }
    const [deleted, ...lines] = part
    before += deleted
    after += lines.reduce((sum, line) => sum + line.length, 0) + Math.max(lines.length - 1, 0)
  }
  return { before, after }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Whether a position of a text is between the two halves of a character. */
const splits = (text: Text, at: number): boolean => {
  if (at <= 0 || at >= text.length) return false
  const around = text.sliceString(at - 1, at + 1)
  return isHigh(around.charCodeAt(0)) && isLow(around.charCodeAt(1))
}

/** The change set of a change in JSON, whose parts may be of any form. `ChangeSet.fromJSON` would keep that form. */
export const changeSetOf = (changes: TextChange): ChangeSet => {
  let at = 0
  const specs: Array<{ readonly from: number; readonly to: number; readonly insert: Text }> = []
  for (const part of changes) {
    if (typeof part === "number") {
      at += part
      continue
    }
    const [deleted, ...lines] = part
    specs.push({ from: at, to: at + deleted, insert: Text.of(lines.length === 0 ? [""] : lines) })
    at += deleted
  }
  return ChangeSet.of(specs, at, "\n")
}

/** A text after these changes, each of the text after the one before it. */
export const withChanges = (text: Text, changes: ReadonlyArray<{ readonly changes: TextChange }>): Text =>
  changes.reduce((before, { changes }) => changeSetOf(changes).apply(before), text)

/** Fails with `Invalid` unless these are changes of a text of this length, each of the text after the one before it. */
export const requireChain = (length: number, updates: ReadonlyArray<TextChange>): Effect.Effect<void, Invalid> => {
  let expected = length
  for (const [index, changes] of updates.entries()) {
    const { after, before } = lengthsOf(changes)
    if (before !== expected) {
      const problem = `expected a change of a text of ${expected} UTF-16 units, got one of ${before}`
      return Effect.fail(invalid(`updates.${index}.changes`, problem))
    }
    expected = after
  }
  return Effect.void
}

/** Whether a change begins or ends within a character of the text. */
export const splitsCharacter = (text: Text, changes: ChangeSet): boolean => {
  let found = false
  changes.iterChangedRanges((from, to) => {
    found ||= splits(text, from) || splits(text, to)
  }, true)
  return found
}

/** The length of the text that a change is of. */
export const lengthBefore = (changes: TextChange): number => lengthsOf(changes).before

/** The change set of replacements of parts of a text. */
export const editsOf = (
  text: Text,
  edits: ReadonlyArray<{ readonly from: number; readonly to?: number; readonly insert?: string }>
): Effect.Effect<ChangeSet, Invalid> =>
  Effect.gen(function* () {
    const isIn = (at: number): boolean => Number.isInteger(at) && at >= 0 && at <= text.length
    for (const { from, to = from } of edits) {
      if (!isIn(from) || !isIn(to) || from > to) {
        return yield* invalid("from", `expected a part of a text of ${text.length} UTF-16 units, got ${from} to ${to}`)
      }
    }
    const specs = edits.map(({ from, insert = "", to = from }) => ({ from, to, insert: Text.of(insert.split("\n")) }))
    return ChangeSet.of(specs, text.length, "\n")
  })

/** A change set in JSON. */
export const written = (changes: ChangeSet): TextChange => changes.toJSON() as TextChange

/** A change set of a client. */
export interface Pending {
  readonly client: string
  readonly changes: ChangeSet
}

/**
 * The changes that are left of `pending`, a client's changes since a version, once those that others made since then came
 * first; changes of the client that are in the log already, because it asked again, are left out. The same as
 * `rebaseUpdates` of `@codemirror/collab`: of two insertions at one place, that of the log comes first.
 */
export const rebased = (pending: ReadonlyArray<Pending>, log: ReadonlyArray<Pending>): ReadonlyArray<Pending> => {
  if (log.length === 0 || pending.length === 0) return pending
  let over: ChangeSet | undefined
  let known = 0
  for (const one of log) {
    const other = pending[known]
    if (other !== undefined && other.client === one.client) {
      if (over !== undefined) over = over.map(other.changes, true)
      known++
    } else over = over === undefined ? one.changes : over.compose(one.changes)
  }
  const left = pending.slice(known)
  let through = over
  if (through === undefined) return left
  return left.map(({ changes, client }) => {
    const before = through!
    through = before.map(changes, true)
    return { client, changes: changes.map(before) }
  })
}

const isSplit = (text: string, at: number): boolean =>
  at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))

/** The part in which two texts differ, in whole characters. */
const trimmed = (before: string, after: string) => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  if (isSplit(before, start) || isSplit(after, start)) start--
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  if (isSplit(before, before.length - end) || isSplit(after, after.length - end)) end--
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** The start of each line of a text, and its end. */
const startsOf = (lines: ReadonlyArray<string>): ReadonlyArray<number> => {
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1)! + line.length)
  return starts
}

const linesOf = (text: string): ReadonlyArray<string> => text.split(/(?<=\n)/)

/** The change from one text to another, line by line, so that other changes between two of its places stay where they are. */
export const changesBetween = (before: string, after: string): ChangeSet => {
  const [base, side] = [linesOf(before), linesOf(after)]
  const [baseStarts, sideStarts] = [startsOf(base), startsOf(side)]
  const specs = hunksOf(base, side).map((hunk) => {
    const at = baseStarts[hunk.base.from]!
    const old = before.slice(at, baseStarts[hunk.base.to])
    const { from, insert, to } = trimmed(old, after.slice(sideStarts[hunk.side.from], sideStarts[hunk.side.to]))
    return { from: at + from, to: at + to, insert: Text.of(insert.split("\n")) }
  })
  return ChangeSet.of(specs, before.length, "\n")
}
