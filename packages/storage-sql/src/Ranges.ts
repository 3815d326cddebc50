/**
 * Ranges of an index as conditions. Each condition scans one contiguous stretch of the index. Nulls come first in every
 * order, but compare as unknown in SQL, so a range that involves a null is split into several stretches.
 */
import type { Range, Scan } from "@lectern/core/storage/Storage"
import { compareValues, sortColumns, type Table, type Value } from "@lectern/core/storage/Table"
import type { Dialect } from "./Dialect.js"

/** How the columns of a {@link Condition} compare to its values. */
export type Comparison = "=" | ">" | ">=" | "<" | "<=" | "is null" | "is not null" | "any of"

/**
 * Some columns, as a row value, compared to as many values; no values if the comparison is with null. A column that may
 * have any of several values is compared to the list of them.
 */
export interface Condition {
  readonly columns: ReadonlyArray<string>
  readonly comparison: Comparison
  readonly values: ReadonlyArray<Value | ReadonlyArray<Value>>
}

/** Conditions that all hold: one stretch of the index. */
export type Stretch = ReadonlyArray<Condition>

/** The edge of a range: at the rows that start with `values`, which are themselves part of it or not. */
interface Edge {
  readonly values: ReadonlyArray<Value>
  readonly inclusive: boolean
}

const compare = (columns: ReadonlyArray<string>, comparison: Comparison, values: ReadonlyArray<Value>): Condition => ({
  columns,
  comparison,
  values
})

const equals = (column: string, value: Value): Condition =>
  value === null ? compare([column], "is null", []) : compare([column], "=", [value])

const equalities = (columns: ReadonlyArray<string>, values: ReadonlyArray<Value>): ReadonlyArray<Condition> =>
  values.map((value, i) => equals(columns[i]!, value))

const compareCommon = (a: ReadonlyArray<Value>, b: ReadonlyArray<Value>): number => {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return 0
}

/** The edge that leaves the smaller range; `direction` is 1 for lower edges and -1 for upper ones. */
const tighter = (a: Edge | undefined, b: Edge | undefined, direction: 1 | -1): Edge | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  const order = direction * compareCommon(a.values, b.values)
  if (order !== 0) return order > 0 ? a : b
  if (a.values.length === b.values.length) return a.inclusive ? b : a
  const [shorter, longer] = a.values.length < b.values.length ? [a, b] : [b, a]
  return shorter.inclusive ? longer : shorter
}

const edge = (value: Value | undefined, inclusive: boolean): Edge | undefined =>
  value === undefined ? undefined : { values: [value], inclusive }

/** Everything from an edge on. */
const from = (columns: ReadonlyArray<string>, { values, inclusive }: Edge): ReadonlyArray<Stretch> => {
  const at = values.indexOf(null)
  if (at === -1) return [[compare(columns.slice(0, values.length), inclusive ? ">=" : ">", values)]]
  const head = equalities(columns, values.slice(0, at))
  const here = columns[at]!
  const same = [...head, compare([here], "is null", [])]
  const tail = values.slice(at + 1)
  const rest = tail.length > 0 ? from(columns.slice(at + 1), { values: tail, inclusive }) : inclusive ? [[]] : []
  return [
    ...rest.map((stretch) => [...same, ...stretch]),
    [...head, compare([here], "is not null", [])],
    ...(at > 0 ? [[compare(columns.slice(0, at), ">", values.slice(0, at))]] : [])
  ]
}

/** Everything up to an edge. */
const until = (table: Table, columns: ReadonlyArray<string>, { values, inclusive }: Edge): ReadonlyArray<Stretch> => {
  const at = values.findIndex((_, i) => table.columns[columns[i]!]?.endsWith("?"))
  if (at === -1) return [[compare(columns.slice(0, values.length), inclusive ? "<=" : "<", values)]]
  const head = equalities(columns, values.slice(0, at))
  const here = columns[at]!
  const value = values[at]!
  const tail = values.slice(at + 1)
  const rest =
    tail.length > 0 ? until(table, columns.slice(at + 1), { values: tail, inclusive }) : inclusive ? [[]] : []
  const smaller =
    value === null
      ? []
      : [
          [...head, compare([here], "is null", [])],
          [...head, compare([here], "<", [value])]
        ]
  return [
    ...(at > 0 ? [[compare(columns.slice(0, at), "<", values.slice(0, at))]] : []),
    ...smaller,
    ...rest.map((stretch) => [...head, equals(here, value), ...stretch])
  ]
}

const isScan = (range: Range): range is Scan => "after" in range || "anyOf" in range

/** The stretches of a range: none if it is empty, else such that every row of the range is in exactly one of them. */
export const stretches = (table: Table, range: Range | Scan): ReadonlyArray<Stretch> => {
  const columns = sortColumns(table, range.index)
  const prefix = range.prefix ?? []
  const rest = columns.slice(prefix.length)
  let first = tighter(edge(range.gt, false), edge(range.gte, true), 1)
  let last = tighter(edge(range.lt, false), edge(range.lte, true), -1)
  if (isScan(range) && range.after !== undefined) {
    const order = compareCommon(range.after, prefix)
    const ahead = range.reverse === true ? order < 0 : order > 0
    if (ahead) return []
    if (order === 0) {
      const after: Edge = { values: range.after.slice(prefix.length, columns.length), inclusive: false }
      if (after.values.length === 0) return []
      if (range.reverse === true) last = tighter(last, after, -1)
      else first = tighter(first, after, 1)
    }
  }
  const listed = isScan(range) ? range.anyOf : undefined
  if (listed?.length === 0) return []
  const fixed: Stretch = [
    ...equalities(columns, prefix),
    ...(listed === undefined
      ? []
      : [{ columns: rest.slice(0, 1), comparison: "any of", values: [listed] } satisfies Condition])
  ]
  const beginnings = first === undefined ? [[]] : from(rest, first)
  const ends = last === undefined ? [[]] : until(table, rest, last)
  const nullExcluded = first !== undefined && first.values[0] !== null
  return beginnings.flatMap((beginning) =>
    ends
      .filter((end) => !(nullExcluded && end[0]?.comparison === "is null"))
      .map((end) => [...fixed, ...beginning, ...end])
  )
}

/** The values of some stretches as parameters, in the order of their conditions. */
export const valuesOf = (parts: ReadonlyArray<Stretch>, { listed }: Dialect): Array<Value | ReadonlyArray<Value>> =>
  parts.flatMap((stretch) =>
    stretch.flatMap(({ comparison, values }) =>
      comparison === "any of" ? values.map((list) => listed(list as ReadonlyArray<Value>)) : values
    )
  )
