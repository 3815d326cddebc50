/** Columns of rows as arrays of PostgreSQL, which carry any number of rows in one parameter each. */
import type { Table } from "@lectern/core/storage/Table"

/** The type of an array of a column's values. */
export const arrayOf = (table: Table, column: string): string =>
  table.columns[column]?.startsWith("integer") === true ? "bigint[]" : "text[]"
