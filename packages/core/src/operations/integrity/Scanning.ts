/** Scans whole tables a piece at a time, so that no table is in memory as a whole. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import { decoder } from "../../storage/rows/RowJson.js"
import type { Range, StorageService } from "../../storage/rows/Storage.js"
import { position, type Row, type Table, type Value } from "../../storage/rows/Table.js"

/** The number of rows that are read together. */
const piece = 500

/** A row with its parsed JSON, `undefined` if that is damaged. */
export interface ScannedRow<A, T extends Table> extends Row<T> {
  readonly value: A | undefined
}

/** The value of a row of a table; `undefined` if it cannot be read. */
export const parsed = <A>(table: Table, json: string): A | undefined => {
  try {
    return decoder<A>(table)(json)
  } catch {
    return undefined
  }
}

/** Runs `use` for every row of a range, in the order of its index. Yields to other work after each piece. */
export const eachRow = <A, T extends Table = Table>(
  storage: StorageService,
  table: T,
  range: Range,
  use: (row: ScannedRow<A, T>) => Effect.Effect<void, Unavailable> | undefined
): Effect.Effect<void, Unavailable> => {
  const next = (after: ReadonlyArray<Value> | undefined): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      const found = yield* storage.scan(table, { ...range, limit: piece, ...(after !== undefined && { after }) })
      for (const row of found) {
        const used = use({ ...row, value: parsed<A>(table, row.json) })
        if (used !== undefined) yield* used
      }
      const last = found.at(-1)
      if (found.length < piece || last === undefined) return
      yield* turn
      yield* next(position(table, range.index, last))
    })
  return next(undefined)
}

/** The distinct values of an index's first column, in order, found without scanning the rows between. */
export const eachFirst = (
  storage: StorageService,
  table: Table,
  use: (value: string) => Effect.Effect<void, Unavailable>,
  index?: string
): Effect.Effect<void, Unavailable> => {
  const column = index === undefined ? table.key[0] : table.indexes[index]?.on[0]
  const next = (after: string | undefined): Effect.Effect<void, Unavailable> =>
    Effect.gen(function* () {
      const range = { ...(index !== undefined && { index }), ...(after === undefined ? {} : { gt: after }) }
      const [row] = yield* storage.scan(table, { ...range, limit: 1 })
      if (row === undefined || column === undefined) return
      const value = String(row.columns[column])
      yield* use(value)
      yield* next(value)
    })
  return next(undefined)
}

/** Whether there is a row with these leading values of an index, by default of the key. */
export const exists = (
  storage: StorageService,
  table: Table,
  prefix: ReadonlyArray<Value>,
  index?: string
): Effect.Effect<boolean, Unavailable> =>
  Effect.map(storage.count(table, { prefix, ...(index !== undefined && { index }) }), (count) => count > 0)
