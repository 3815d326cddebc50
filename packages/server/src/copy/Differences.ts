/** The differences between two lists in the same order, which are read side by side, a piece at a time. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { turn } from "@lectern/core/internal/foundation/scheduling/Turns"
import { compareValues, type Row, type Value } from "@lectern/core/storage/Table"
import * as Effect from "effect/Effect"

/** A list of rows in the order of their keys; reads up to `limit` of them after a key, or from the beginning. */
export interface Listing {
  readonly key: ReadonlyArray<string>
  readonly read: (
    after: ReadonlyArray<Value> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Row>, Unavailable>
}

/** How some rows differ. */
export interface Difference {
  /** Rows that only the first list has. */
  readonly missing: ReadonlyArray<Row>
  /** Rows that only the second list has. */
  readonly surplus: ReadonlyArray<Row>
  /** Rows of the first list that are different in the second one. */
  readonly changed: ReadonlyArray<Row>
}

/**
 * The length to aim at in a piece, in characters, and its bounds in rows: rows of a few bytes may be followed by large
 * ones.
 */
const pieceLength = 1024 * 1024
const fewest = 1
const most = 256

/** A list whose next piece is in memory. */
class Pieces {
  private after: ReadonlyArray<Value> | undefined
  private limit = 32
  private rows: ReadonlyArray<Row> = []
  private at = 0
  private ended = false
  /** How many rows were advanced over. */
  count = 0
  constructor(private readonly listing: Listing) {}

  /** The next row, if its piece has been read. */
  get next(): Row | undefined {
    return this.rows[this.at]
  }
  get isAtEnd(): boolean {
    return this.ended && this.next === undefined
  }
  advance(): void {
    this.at++
    this.count++
  }
  keyOf(row: Row): ReadonlyArray<Value> {
    return this.listing.key.map((name) => row.columns[name] ?? null)
  }
  /** Reads the next piece, if the last one is used up. */
  get filled(): Effect.Effect<void, Unavailable> {
    if (this.next !== undefined || this.ended) return Effect.void
    return Effect.map(this.listing.read(this.after, this.limit), (rows) => {
      const last = rows.at(-1)
      this.ended = rows.length < this.limit
      if (last !== undefined) this.after = this.keyOf(last)
      const length = rows.reduce((sum, { json }) => sum + json.length, 0)
      this.limit = Math.max(fewest, Math.min(most, length > pieceLength ? this.limit >> 1 : this.limit * 2))
      this.rows = rows
      this.at = 0
    })
  }
}

const compareKeys = (a: ReadonlyArray<Value>, b: ReadonlyArray<Value>): number => {
  for (let i = 0; i < a.length; i++) {
    const order = compareValues(a[i] ?? null, b[i] ?? null)
    if (order !== 0) return order
  }
  return 0
}

const isSame = (a: Row, b: Row): boolean => {
  if (a.version !== b.version || a.json !== b.json) return false
  for (const name of Object.keys(a.columns)) if (a.columns[name] !== b.columns[name]) return false
  return true
}

/** The differences of the rows that both lists have read far enough to compare. */
const stepOf = (first: Pieces, second: Pieces): Difference => {
  const [missing, surplus, changed]: [Array<Row>, Array<Row>, Array<Row>] = [[], [], []]
  for (;;) {
    const [one, other] = [first.next, second.next]
    if (one === undefined && other === undefined) break
    if ((one === undefined && !first.isAtEnd) || (other === undefined && !second.isAtEnd)) break
    const order = one === undefined ? 1 : other === undefined ? -1 : compareKeys(first.keyOf(one), second.keyOf(other))
    if (order <= 0) first.advance()
    if (order >= 0) second.advance()
    if (order < 0) missing.push(one!)
    else if (order > 0) surplus.push(other!)
    else if (!isSame(one!, other!)) changed.push(one!)
  }
  return { missing, surplus, changed }
}

/**
 * Reads two lists to their ends, and calls `use` for the differences of each piece. Rows that `use` writes into the
 * second list at the keys of a piece do not appear again. Returns how many rows the first list has.
 */
export const eachDifference = <E>(
  first: Listing,
  second: Listing,
  use: (difference: Difference) => Effect.Effect<void, E>
): Effect.Effect<number, E | Unavailable> =>
  Effect.gen(function* () {
    const [one, other] = [new Pieces(first), new Pieces(second)]
    for (;;) {
      yield* one.filled
      yield* other.filled
      if (one.isAtEnd && other.isAtEnd) return one.count
      const found = stepOf(one, other)
      if (found.missing.length + found.surplus.length + found.changed.length > 0) yield* use(found)
      yield* turn
    }
  })
