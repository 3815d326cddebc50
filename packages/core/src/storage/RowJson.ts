/**
 * The JSON of rows. What a table's rows look like may change: a row tells the version that it was written with, and one
 * of an earlier version is upgraded when it is read.
 */
import type { Table } from "./Table.js"

/** The field of a row's JSON, always its first, that has the version. A row without it is of version 1. */
const field = "$version"

interface Versioned {
  readonly [field]?: number
}

/** The version that rows of a table are written with: 1, and one more for each upgrade. */
const versionOf = (table: Table): number => 1 + (table.upgrades?.length ?? 0)

/** Turns values of a table into JSON text; those of a table without upgrades as they are. */
export const encoder = (table: Table): ((value: object) => string) => {
  const version = versionOf(table)
  return version === 1 ? JSON.stringify : (value) => JSON.stringify({ [field]: version, ...value })
}

/**
 * Reads JSON text of a table's rows, which is trusted to be what this or an earlier version has written. Throws where it
 * is no JSON, or a later version has written it.
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
