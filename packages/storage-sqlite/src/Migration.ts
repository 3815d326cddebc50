/** Migrations of files. */
import type { SqliteConnection } from "./connections/SqliteConnection.js"

/** Some rows of a table: those whose `rowid` is above `after` and at most `last`. */
export interface Piece {
  readonly after: number
  readonly last: number
}

/**
 * A data migration that takes too long for one transaction: it walks over a table in the order of `rowid`, in pieces of
 * `rows`, each in its own transaction. Its position is stored in the file, so that the next process that opens the file
 * resumes from there. `piece` takes effect once for every piece; it must not add rows to the table it walks over.
 */
export interface Walk {
  readonly table: string
  readonly rows: number
  readonly piece: (database: SqliteConnection, piece: Piece) => void
}

/** Statements that run in one transaction, or a {@link Walk}. */
export type Migration = ReadonlyArray<string> | Walk

/** Migrations by number and name, such as `0030_baseline`, in ascending order. */
export type Migrations = Readonly<Record<string, Migration>>

/** Whether a migration walks over a table in pieces. */
export const isWalk = (migration: Migration): migration is Walk => "piece" in migration

/** The statements of all migrations in order, which create the schema. */
export const statementsOf = (migrations: Migrations): ReadonlyArray<string> =>
  Object.values(migrations).flatMap((migration) => (isWalk(migration) ? [] : migration))
