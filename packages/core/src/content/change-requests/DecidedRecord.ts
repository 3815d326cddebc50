/** Decisions of conflicts, as they are kept until the change request is merged, with what reopening them needs. */
import type { UserId } from "../../people/users/User.js"
import type { ItemValue, PageItem } from "../items/Item.js"
import type { Versions } from "./MarkedConflicts.js"
import type { Choice, MergeConflict } from "./MergeConflict.js"
import type { Undecided } from "./Undecided.js"

/** A page that a decision about the page above it has moved. */
export interface Moved extends Pick<PageItem, "id" | "parent" | "position" | "slug"> {
  /** The page above it since. */
  readonly to: string
}

/** A decided conflict as stored. */
export interface DecidedRecord {
  readonly conflict: MergeConflict
  readonly choice: Choice
  readonly by?: UserId
  readonly at: string
  /** The sequence of main on which it was decided. */
  readonly main: number
  /** The part of the item's unresolved conflicts that this one was; absent if it was in a text. */
  readonly undecided?: Undecided
  /** The value of the field, or the parent of the page, since. */
  readonly result?: unknown
  /** Of a deletion: the item as it was before, and whether it is there since. */
  readonly deletion?: { readonly before: ItemValue; readonly isKept: boolean }
  readonly moved?: ReadonlyArray<Moved>
  /** The hash of a text in which both versions are between markers, and the versions there. */
  readonly text?: { readonly document: string; readonly versions: Versions }
}

/** The decisions of a change request, by item, the newest last. */
export type DecidedRecords = ReadonlyMap<string, ReadonlyArray<DecidedRecord>>

/** The most decisions that are kept for a change request, and the most characters of them. */
const most = { decisions: 1000, characters: 4_000_000 }

/** The newest of some decisions. */
export const bounded = (records: DecidedRecords): DecidedRecords => {
  const all = [...records].flatMap(([item, of]) => of.map((record) => ({ item, record })))
  const newest = all.toSorted((one, other) => other.record.at.localeCompare(one.record.at)).slice(0, most.decisions)
  const kept = new Set<DecidedRecord>()
  let characters = 0
  for (const { record } of newest) {
    characters += JSON.stringify(record).length
    if (characters <= most.characters) kept.add(record)
  }
  return new Map([...records].map(([item, of]) => [item, of.filter((record) => kept.has(record))]))
}
