/**
 * The JSON of rows. The schema of a table's rows may change: each row has the version that it was written with, and
 * rows of an earlier version are upgraded on read.
 */
import type { Table } from "./Table.js"

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
