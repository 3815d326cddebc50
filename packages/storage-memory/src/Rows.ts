/** The statements of the storage port on a state, as plain functions. */
import { type Change, Duplicate, type Range, type Scan, VersionMismatch } from "@lectern/core/storage/Storage"
import { type Columns, compareValues, type Row, type Table, type Value } from "@lectern/core/storage/Table"
import * as Exit from "effect/Exit"
import { after, checked, compareKeys, indexPlace, type Key, keyOf, type TableLayout } from "./Layout.js"
import { countBetween, type OrderedMap, valuesBetween, valuesBetweenReversed } from "./OrderedMap.js"
import type { Draft, State } from "./State.js"

/** The target of a statement on rows: the draft, and the list of changes. */
export interface Target {
  readonly draft: Draft
  readonly changes: Array<Change>
}

const record = (target: Target, table: Table, key: ReadonlyArray<Value>, kind: Change["kind"]) => {
  target.changes.push({ table: table.name, key, kind, ...(table.uncached === true && { uncached: true }) })
}

/** See `StorageService.get`. */
export const get = (state: State, layout: TableLayout, key: ReadonlyArray<Value>): Row | undefined =>
  state.tables[layout.place]![0]!.get(key)

/** The unique index in which another row collides with these keys. */
const taken = (
  layout: TableLayout,
  maps: ReadonlyArray<OrderedMap<Key, Row>>,
  keys: ReadonlyArray<ReadonlyArray<Value>>
): Duplicate | undefined => {
  for (const [i, index] of layout.indexes.entries()) {
    if (index.unique === 0) continue
    const values = keys[i]!.slice(0, index.unique)
    if (values.includes(null)) continue
    const [position, row] = maps[i]!.getPairOrNextHigher(values) ?? []
    if (position === undefined || row === undefined) continue
    if (compareKeys(position.slice(0, index.unique), values) !== 0) continue
    if (compareKeys(keyOf(layout.indexes[0]!, row.columns), keys[0]!) === 0) continue
    return new Duplicate({ table: layout.table.name, index: index.name })
  }
  return undefined
}

/** See `StorageService.insert`. */
export const insert = (
  target: Target,
  layout: TableLayout,
  given: Columns<Table>,
  json: string
): Exit.Exit<void, Duplicate> => {
  const columns = checked(layout, given)
  const keys = layout.indexes.map((index) => keyOf(index, columns))
  const current = target.draft.state.tables[layout.place]!
  if (current[0]!.get(keys[0]!) !== undefined) {
    return Exit.fail(new Duplicate({ table: layout.table.name, index: "key" }))
  }
  const duplicate = taken(layout, current, keys)
  if (duplicate !== undefined) return Exit.fail(duplicate)
  const row: Row = { columns, version: 1, json }
  const maps = target.draft.table(layout.place)
  for (const [i, map] of maps.entries()) map.set(keys[i]!, row)
  record(target, layout.table, keys[0]!, "insert")
  return Exit.void
}

/** See `StorageService.update`. */
export const update = (
  target: Target,
  layout: TableLayout,
  given: Columns<Table>,
  json: string,
  version: number
): Exit.Exit<void, Duplicate | VersionMismatch> => {
  const columns = checked(layout, given)
  const keys = layout.indexes.map((index) => keyOf(index, columns))
  const current = target.draft.state.tables[layout.place]!
  const old = current[0]!.get(keys[0]!)
  if (old?.version !== version) return Exit.fail(new VersionMismatch({ table: layout.table.name }))
  const duplicate = taken(layout, current, keys)
  if (duplicate !== undefined) return Exit.fail(duplicate)
  const row: Row = { columns, version: version + 1, json }
  const maps = target.draft.table(layout.place)
  for (const [i, index] of layout.indexes.entries()) {
    const position = keyOf(index, old.columns)
    if (compareKeys(position, keys[i]!) !== 0) maps[i]!.delete(position)
    maps[i]!.set(keys[i]!, row)
  }
  record(target, layout.table, keys[0]!, "update")
  return Exit.void
}

/** See `StorageService.delete`. */
export const remove = (target: Target, layout: TableLayout, key: ReadonlyArray<Value>): boolean => {
  const row = get(target.draft.state, layout, key)
  if (row === undefined) return false
  const maps = target.draft.table(layout.place)
  for (const [i, index] of layout.indexes.entries()) maps[i]!.delete(keyOf(index, row.columns))
  record(target, layout.table, keyOf(layout.indexes[0]!, row.columns), "delete")
  return true
}

const later = (a: Key, b: Key): Key => (compareKeys(a, b) < 0 ? b : a)
const earlier = (a: Key, b: Key): Key => (compareKeys(a, b) < 0 ? a : b)

/** The range of an index that a scan covers: from `low` on, up to but excluding `high`. */
const stretch = (scan: Scan): { readonly low: Key; readonly high: Key } => {
  const prefix = scan.prefix ?? []
  let low: Key = prefix
  let high = after(prefix)
  if (scan.gte !== undefined) low = later(low, [...prefix, scan.gte])
  if (scan.gt !== undefined) low = later(low, after([...prefix, scan.gt]))
  if (scan.lt !== undefined) high = earlier(high, [...prefix, scan.lt])
  if (scan.lte !== undefined) high = earlier(high, after([...prefix, scan.lte]))
  if (scan.after !== undefined) {
    if (scan.reverse === true) high = earlier(high, scan.after)
    else low = later(low, after(scan.after))
  }
  return { low, high }
}

/** The parts of a stretch that a scan covers, in its order: one for each value of the column after the prefix if listed. */
const partsOf = ({ anyOf, prefix = [], reverse }: Scan, { high, low }: ReturnType<typeof stretch>) => {
  if (anyOf === undefined) return [{ low, high }]
  const values = [...new Set(anyOf)].sort(compareValues)
  const keys = (reverse === true ? values.reverse() : values).map((value) => [...prefix, value])
  return keys.map((key) => ({ low: later(low, key), high: earlier(high, after(key)) }))
}

/** See `StorageService.scan`. */
export const scan = (state: State, layout: TableLayout, asked: Scan): ReadonlyArray<Row> => {
  const map = state.tables[layout.place]![indexPlace(layout, asked.index)]!
  const parts = partsOf(asked, stretch(asked)).filter(({ high, low }) => compareKeys(low, high) < 0)
  if (map.isEmpty || parts.length === 0) return []
  const between = ({ high, low }: (typeof parts)[number], limit: number | undefined, skip?: number) =>
    asked.reverse === true
      ? valuesBetweenReversed(map, compareKeys, low, high, limit, skip)
      : valuesBetween(map, low, high, limit, skip)
  const { limit, skip = 0 } = asked
  if (parts.length === 1) return between(parts[0]!, limit, skip)
  const found: Array<Row> = []
  for (const part of parts) {
    const left = limit === undefined ? undefined : limit + skip - found.length
    if (left !== undefined && left <= 0) break
    for (const row of between(part, left)) found.push(row)
  }
  return limit === undefined ? found : found.slice(skip)
}

/** See `StorageService.count`. */
export const count = (state: State, layout: TableLayout, { index, prefix, gt, gte, lt, lte }: Range): number => {
  const map = state.tables[layout.place]![indexPlace(layout, index)]!
  if (prefix === undefined && gt === undefined && gte === undefined && lt === undefined && lte === undefined) {
    return map.size
  }
  const { low, high } = stretch({
    ...(prefix && { prefix }),
    ...(gt !== undefined && { gt }),
    ...(gte !== undefined && { gte }),
    ...(lt !== undefined && { lt }),
    ...(lte !== undefined && { lte })
  })
  return compareKeys(low, high) >= 0 ? 0 : countBetween(map, low, high)
}
