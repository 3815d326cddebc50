/** Merges records of plain data, field by field. */
import { sameValue } from "../items/SameValue.js"
import type { Resolutions } from "./Resolution.js"

/** A record of plain data. */
export type Fields = Readonly<Record<string, unknown>>

/** Three versions of something; `undefined` if it is absent. */
export interface Sides<A> {
  readonly base: A | undefined
  readonly ours: A | undefined
  readonly theirs: A | undefined
}

/** A field that both sides changed, differently; `where` is its path. */
export interface FieldConflict extends Sides<unknown> {
  readonly where: string
}

/** A merged record, and the remaining conflicts, whose fields have the values of `theirs`. */
export interface MergedFields {
  readonly value: Fields
  readonly conflicts: ReadonlyArray<FieldConflict>
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const areRecords = (sides: Sides<unknown>): sides is Sides<Fields> =>
  isRecord(sides.base) && isRecord(sides.ours) && isRecord(sides.theirs)

/**
 * Merges three versions of a record. A field that one side changed has that side's value; fields listed in `deep` are
 * records that are merged in the same way.
 */
export const mergeFields = (
  { base = {}, ours = {}, theirs = {} }: Sides<Fields>,
  decided: Resolutions,
  deep: ReadonlySet<string>,
  above = ""
): MergedFields => {
  const value: Record<string, unknown> = {}
  const conflicts: Array<FieldConflict> = []
  const put = (key: string, each: unknown): void => {
    if (each !== undefined)
      Object.defineProperty(value, key, { value: each, enumerable: true, configurable: true, writable: true })
  }
  const own = (record: Fields, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined)
  for (const key of new Set([...Object.keys(base), ...[...Object.keys(ours), ...Object.keys(theirs)].sort()])) {
    const sides = { base: own(base, key), ours: own(ours, key), theirs: own(theirs, key) }
    const inside = { base: sides.base ?? {}, ours: sides.ours, theirs: sides.theirs }
    const where = above + key
    if (sameValue(sides.ours, sides.theirs) || sameValue(sides.base, sides.theirs)) put(key, sides.ours)
    else if (sameValue(sides.base, sides.ours)) put(key, sides.theirs)
    else if (deep.has(where) && areRecords(inside)) {
      const inner = mergeFields(inside, decided, deep, `${where}.`)
      put(key, inner.value)
      conflicts.push(...inner.conflicts)
    } else {
      const by = decided.get(where)
      if (by === undefined) conflicts.push({ ...sides, where })
      const isText = typeof (sides.ours ?? sides.theirs) === "string"
      put(key, by === "ours" ? sides.ours : typeof by === "object" && isText ? by.text : sides.theirs)
    }
  }
  return { value, conflicts }
}
