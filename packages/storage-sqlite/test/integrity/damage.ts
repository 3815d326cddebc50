/** How damages are written down. */
import type { Sample } from "./sample.js"

/** A damage: the SQL that makes it, and what some line about it must say. */
export type Damage = readonly [name: string, sql: (sample: Sample) => string, found: (sample: Sample) => RegExp]

/** A statement that sets a field of a row's JSON. */
export const json = (table: string, path: string, value: string, where: string): string =>
  `update ${table} set row_json = json_set(row_json, '$.${path}', ${value}) where ${where}`
