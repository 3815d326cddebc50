/** The libraries of this process, and looking at a file with them, without the storage. */
import { libraries, sqliteLibrary } from "../src/connections/Libraries.js"
import type { SqliteConnection, SqliteLibrary, SqliteParameters } from "../src/connections/SqliteConnection.js"

/** The libraries that load in this process, with their names. */
export const loaded: ReadonlyArray<readonly [name: string, library: SqliteLibrary]> = Object.entries(libraries).flatMap(
  ([name, load]) => {
    try {
      return [[name, load()] as const]
    } catch {
      return []
    }
  }
)

/** Passes a connection to a function, and closes it. */
export const inspect = <A>(filename: string, look: (database: SqliteConnection) => A): A => {
  const database = sqliteLibrary().open(filename)
  try {
    return look(database)
  } finally {
    database.close()
  }
}

/** The first value of every row of a query. */
export const valuesOf = (
  database: SqliteConnection,
  sql: string,
  parameters?: SqliteParameters
): ReadonlyArray<unknown> =>
  database
    .prepare(sql)
    .all(parameters)
    .map(([value]) => value)
