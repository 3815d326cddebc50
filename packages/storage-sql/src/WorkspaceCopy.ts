/**
 * The ports for copies of a whole workspace, in addition to the storage port: its snapshot, rows with their versions,
 * all counters.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { type Finding, findingText } from "@lectern/core/integrity/Finding"
import type { Row, Table, Value } from "@lectern/core/storage/Table"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlDriver } from "./SqlDriver.js"

/** A counter and its value. */
export type CounterValue = readonly [name: string, value: number]

/** Lists the counters after a name, in the order of their names. */
export type ListCounters = (after: string, limit: number) => Effect.Effect<ReadonlyArray<CounterValue>, Unavailable>

/** Damage below the ports. */
export interface Damage extends Finding {
  /** The space whose search index is concerned. The index is rebuilt from the space's texts. */
  readonly searchOf?: string
}

/** The result of a repair below the ports. */
export interface Repaired {
  readonly repaired: ReadonlyArray<Finding>
  /** The spaces whose search index is damaged. */
  readonly search: ReadonlyArray<string>
}

/** The result of a repair, from the damage before and after it. */
export const repairedBetween = (before: ReadonlyArray<Damage>, after: ReadonlyArray<Damage>): Repaired => {
  const left = new Set(after.map(findingText))
  return {
    repaired: before.filter((damage) => !left.has(findingText(damage))),
    search: [...new Set(after.flatMap(({ searchOf }) => searchOf ?? []))]
  }
}

/** A snapshot of a workspace, beyond the ports, which only read it. */
export interface StorageSnapshotService {
  /** The number of the schema, which each kind of storage counts for itself. */
  readonly schema: number
  readonly counters: ListCounters
  /** The damage below the ports: in indexes, the pieces of blobs, the tables of search. */
  readonly damage: Effect.Effect<ReadonlyArray<Damage>>
}

/** A snapshot of a workspace. */
export class StorageSnapshot extends Context.Tag("@lectern/storage-sql/StorageSnapshot")<
  StorageSnapshot,
  StorageSnapshotService
>() {}

/** Writes to a workspace that nobody else uses, without any of the rules of the storage port. */
export interface RawRowsService {
  readonly counters: ListCounters
  /** Adds rows of one table unchanged, with their versions; all of them or none. None of them may exist. */
  readonly insert: (table: Table, rows: ReadonlyArray<Row>) => Effect.Effect<void, Unavailable>
  /** Removes rows of one table by their keys. */
  readonly remove: (table: Table, keys: ReadonlyArray<ReadonlyArray<Value>>) => Effect.Effect<void, Unavailable>
  /** Sets counters to these values. */
  readonly setCounters: (counters: ReadonlyArray<CounterValue>) => Effect.Effect<void, Unavailable>
  readonly removeCounters: (names: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
}

/** Raw writes to a workspace. */
export class RawRows extends Context.Tag("@lectern/storage-sql/RawRows")<RawRows, RawRowsService>() {}

/** Lists the counters of the database behind a driver. */
export const listCounters = ({ all, dialect }: SqlDriver): ListCounters => {
  const { parameter } = dialect
  const read = all(
    `select name, value from ${dialect.table("counters")} where name > ${parameter(1)} order by name limit ${parameter(2)}`,
    ([name, value]): CounterValue => [String(name), Number(value)]
  )
  return (after, limit) => read([after, limit])
}
