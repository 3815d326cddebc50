/** The differences between the SQL of SQLite and PostgreSQL that matter to this package. */
import type { Value } from "@lectern/core/storage/Table"

/** The spellings of one dialect. */
export interface Dialect {
  /** The placeholder of a statement's parameter; the first is at position 1. */
  readonly parameter: (position: number) => string
  /** The type of a text column with bytewise comparison. */
  readonly text: string
  /** The type of an integer column. */
  readonly integer: string
  /** The options after the closing parenthesis of `create table`. */
  readonly tableOptions: string
  /** The suffixes of a nullable column in `order by`, so that nulls come first, or last in reverse order. */
  readonly nulls: { readonly ascending: string; readonly descending: string }
  /** The condition after a column that has one of the values of a list, given the placeholder of the list. */
  readonly anyOf: (placeholder: string) => string
  /** A list of values as a parameter. */
  readonly listed: (values: ReadonlyArray<Value>) => Value | ReadonlyArray<Value>
  /** The suffix of a table's name that forces this index, if the dialect supports that. */
  readonly using: (index: string) => string
}

/** A quoted identifier. */
export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** Whether a value contains the NUL character, which no text in PostgreSQL has, since it refuses it. */
export const isNowhere = (value: unknown): boolean => typeof value === "string" && value.includes("\0")

/** SQLite 3.37 and later. */
export const sqlite: Dialect = {
  parameter: () => "?",
  text: "text",
  integer: "integer",
  tableOptions: " strict",
  nulls: { ascending: "", descending: "" },
  anyOf: (placeholder) => `in (select value from json_each(${placeholder}))`,
  listed: (values) => JSON.stringify(values),
  using: (index) => ` indexed by ${quote(index)}`
}

/** PostgreSQL 14 and later. */
export const postgres: Dialect = {
  parameter: (position) => `$${position}`,
  text: 'text collate "C"',
  integer: "bigint",
  tableOptions: "",
  nulls: { ascending: " nulls first", descending: " nulls last" },
  anyOf: (placeholder) => `= any(${placeholder})`,
  listed: (values) => values.filter((value) => !isNowhere(value)),
  using: () => ""
}
