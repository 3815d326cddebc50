/** The differences between the SQL of SQLite and PostgreSQL that matter to this package. */
import type { Value } from "@lectern/core/storage/Table"

/** The spellings of one dialect. */
export interface Dialect {
  /** A table by its declared name, as statements name it. */
  readonly table: (name: string) => string
  /** An index by its name, as the statement that creates it names it. */
  readonly index: (name: string) => string
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

/**
 * Puts the names of tables into a statement in which they are in braces: `select id from {spaces}`. The prefix is what
 * all names of the workspace begin with, such as `lectern_` or a schema and a dot.
 */
export const named = (prefix: string, statement: string): string => statement.replace(/\{(\w+)\}/g, `${prefix}$1`)

/** Whether a value contains the NUL character, which no text in PostgreSQL has, since it refuses it. */
export const isNowhere = (value: unknown): boolean => typeof value === "string" && value.includes("\0")

/** SQLite 3.37 and later, where names begin with a prefix: tables and indexes share one namespace. */
export const sqliteWith = (prefix: string): Dialect => ({
  table: (name) => quote(prefix + name),
  index: (name) => quote(prefix + name),
  parameter: () => "?",
  text: "text",
  integer: "integer",
  tableOptions: " strict",
  nulls: { ascending: "", descending: "" },
  anyOf: (placeholder) => `in (select value from json_each(${placeholder}))`,
  listed: (values) => JSON.stringify(values),
  using: (index) => ` indexed by ${quote(prefix + index)}`
})

/** SQLite, with a file of its own. */
export const sqlite: Dialect = sqliteWith("")

/** PostgreSQL 14 and later, where the names of tables begin with a schema and a dot, or with nothing. */
export const postgresWith = (prefix: string): Dialect => ({
  table: (name) => prefix + quote(name),
  index: quote,
  parameter: (position) => `$${position}`,
  text: 'text collate "C"',
  integer: "bigint",
  tableOptions: "",
  nulls: { ascending: " nulls first", descending: " nulls last" },
  anyOf: (placeholder) => `= any(${placeholder})`,
  listed: (values) => values.filter((value) => !isNowhere(value)),
  using: () => ""
})

/** PostgreSQL, in the schema of the connection. */
export const postgres: Dialect = postgresWith("")
