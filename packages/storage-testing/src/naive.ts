/** A storage of notes that is as simple as possible, to compare others with. It shares no code with any of them. */
import { Duplicate, type Scan, VersionMismatch } from "@lectern/core/storage/Storage"
import type { Row, Value } from "@lectern/core/storage/Table"
import { type Note, notes } from "./tables.js"

/** A row of the model. */
export type NoteRow = Row<typeof notes>

const encoder = new TextEncoder()

const rankOf = (value: Value) => (value === null ? 0 : typeof value === "number" ? 1 : 2)

const compare = (a: Value, b: Value): number => {
  if (typeof a === "number" && typeof b === "number") return a - b
  if (typeof a === "string" && typeof b === "string") {
    const x = encoder.encode(a)
    const y = encoder.encode(b)
    const at = x.findIndex((byte, i) => byte !== y[i])
    return at === -1 ? x.length - y.length : at >= y.length ? 1 : x[at]! - y[at]!
  }
  return rankOf(a) - rankOf(b)
}

const comparePositions = (a: ReadonlyArray<Value>, b: ReadonlyArray<Value>): number => {
  for (let i = 0; i < a.length; i++) {
    const difference = compare(a[i] ?? null, b[i] ?? null)
    if (difference !== 0) return difference
  }
  return 0
}

/** The columns that each index of notes sorts by, written out. */
const order: Readonly<Record<string, ReadonlyArray<keyof Note & string>>> = {
  key: ["shelf", "id"],
  title: ["shelf", "title", "id"],
  order: ["shelf", "order", "label", "id"],
  slug: ["shelf", "slug", "id"],
  label: ["label", "id", "shelf"]
}

/** Rows in a list and counters in a map. */
export class Model {
  rows: ReadonlyArray<NoteRow> = []
  counters: ReadonlyMap<string, number> = new Map()

  save(): { readonly rows: ReadonlyArray<NoteRow>; readonly counters: ReadonlyMap<string, number> } {
    return { rows: this.rows, counters: this.counters }
  }

  restore(saved: ReturnType<Model["save"]>): void {
    this.rows = saved.rows
    this.counters = saved.counters
  }

  find(key: ReadonlyArray<Value>): NoteRow | undefined {
    return this.rows.find((row) => row.columns.shelf === key[0] && row.columns.id === key[1])
  }

  insert(columns: Note, json: string): Duplicate | undefined {
    if (this.find([columns.shelf, columns.id]) !== undefined) return new Duplicate({ table: notes.name, index: "key" })
    if (this.slugTaken(columns)) return new Duplicate({ table: notes.name, index: "slug" })
    this.rows = [...this.rows, { columns, version: 1, json }]
    return undefined
  }

  update(columns: Note, json: string, version: number): Duplicate | VersionMismatch | undefined {
    const row = this.find([columns.shelf, columns.id])
    if (row?.version !== version) return new VersionMismatch({ table: notes.name })
    if (this.slugTaken(columns)) return new Duplicate({ table: notes.name, index: "slug" })
    this.rows = [...this.rows.filter((other) => other !== row), { columns, version: version + 1, json }]
    return undefined
  }

  delete(key: ReadonlyArray<Value>): boolean {
    const row = this.find(key)
    this.rows = this.rows.filter((other) => other !== row)
    return row !== undefined
  }

  increment(counter: string, by: number): number {
    const value = (this.counters.get(counter) ?? 0) + by
    this.counters = new Map(this.counters).set(counter, value)
    return value
  }

  scan(scan: Scan): ReadonlyArray<NoteRow> {
    const columns = order[scan.index ?? "key"]!
    const position = (row: NoteRow) => columns.map((column) => row.columns[column] ?? null)
    const { after, prefix = [] } = scan
    const sign = scan.reverse === true ? -1 : 1
    return this.rows
      .filter((row) => prefix.every((value, i) => position(row)[i] === value))
      .filter((row) => within(scan, position(row)[prefix.length] ?? null))
      .filter((row) => scan.anyOf?.includes(position(row)[prefix.length] ?? null) !== false)
      .sort((a, b) => sign * comparePositions(position(a), position(b)))
      .filter((row) => after === undefined || sign * comparePositions(position(row), after) > 0)
      .slice(scan.skip ?? 0)
      .slice(0, scan.limit)
  }

  private slugTaken(columns: Note): boolean {
    const same = (row: NoteRow) => row.columns.shelf === columns.shelf && row.columns.slug === columns.slug
    return columns.slug !== null && this.rows.some((row) => same(row) && row.columns.id !== columns.id)
  }
}

const within = (scan: Scan, value: Value): boolean =>
  (scan.gt === undefined || compare(value, scan.gt) > 0) &&
  (scan.gte === undefined || compare(value, scan.gte) >= 0) &&
  (scan.lt === undefined || compare(value, scan.lt) < 0) &&
  (scan.lte === undefined || compare(value, scan.lte) <= 0)
