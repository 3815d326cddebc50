/** Looks at a file without the storage, by the library of this process. */
import { sqliteLibrary } from "../src/connections/Libraries.js"
import type { SqliteConnection, SqliteParameters } from "../src/connections/SqliteConnection.js"

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
