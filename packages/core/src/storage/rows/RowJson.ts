/**
 * The JSON of rows. The schema of a table's rows may change: each row has the version that it was written with, and
 * rows of an earlier version are upgraded on read.
 */
import { keepNewest } from "../../foundation/loading/KeepNewest.js"
import type { Row, Table } from "./Table.js"

/** The field of a row's JSON with its version, which always comes first. A row without it has version 1. */
const field = "$version"

interface Versioned {
  readonly [field]?: number
}

/** The version that rows of a table are written with: 1, and one more for each upgrade. */
const versionOf = (table: Table): number => 1 + (table.upgrades?.length ?? 0)

/** Turns values of a table into JSON text; for a table without upgrades, unchanged. */
export const encoder = (table: Table): ((value: object) => string) => {
  const version = versionOf(table)
  return version === 1 ? JSON.stringify : (value) => JSON.stringify({ [field]: version, ...value })
}

/**
 * Reads JSON text of a table's rows, which is trusted to have been written by this or an earlier version. Throws if it
 * is not JSON, or was written by a later version.
 */
export const decoder = <A>(table: Table): ((json: string) => A) => {
  const { upgrades = [] } = table
  if (upgrades.length === 0) return JSON.parse
  const latest = versionOf(table)
  const current = `{"${field}":${latest},`
  return (json) => {
    if (json.startsWith(current)) return JSON.parse(`{${json.slice(current.length)}`)
    const { [field]: version = 1, ...value }: Versioned = JSON.parse(json)
    if (version > latest)
      throw new Error(`a row of ${table.name} has version ${version}, but ${latest} is the last known`)
    return upgrades
      .slice(version - 1)
      .reduce((older, upgrade) => upgrade(older), value as Readonly<Record<string, unknown>>) as A
  }
}

/** Freezes a value and everything in it. Recursive: for values that nest no deeper than their schema. */
export const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/**
 * Decodes whole rows. For a table that keeps values, rows with the same text have the same, frozen value, so that
 * values derived from it can be cached as well.
 */
export const rowDecoder = <A extends object>(table: Table): ((row: Row) => A) => {
  const decode = decoder<A>(table)
  const { keeps, key } = table
  const [id] = key
  if (keeps === undefined || id === undefined || key.length > 1) return ({ json }) => decode(json)
  const kept = new Map<string, { readonly json: string; readonly value: A }>()
  return ({ columns, json }) => {
    const own = String(columns[id])
    const known = kept.get(own)
    if (known?.json === json) return known.value
    const value = frozen(decode(json))
    keepNewest(kept, own, { json, value }, keeps)
    return value
  }
}
