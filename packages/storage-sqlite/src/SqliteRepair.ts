/** Repairs derived data of a file below the ports: its indexes, and rows of the search index that belong to nothing. */
import { quote } from "@lectern/storage-sql/internal/Dialect"
import { type Repaired, repairedBetween } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Effect from "effect/Effect"
import { immediately, type SqliteConnection } from "./connections/SqliteConnection.js"
import { blocksOfSpace, partsOfSpace } from "./SearchNumbers.js"
import { openToRepair } from "./SqliteFile.js"
import { findDamage } from "./SqliteIntegrity.js"
import { openError, patiently, type SqliteOpenError } from "./SqliteOpenError.js"
import { tableNames, wrongIndexes } from "./SqliteSchema.js"

/** Removes rows of the search index that belong to no space or no page. */
const removeStrays = `
  delete from {search_pages} where space not in (select id from {search_spaces});
  delete from {search_sections} where page not in (select id from {search_pages} where page is not null);
  delete from {search_postings} where block / ${blocksOfSpace} not in (select id from {search_spaces});
  delete from {search_blocks} where part / ${partsOfSpace} not in (select id from {search_spaces});
  delete from {search_words} where space not in (select id from {search_spaces})`

/** Runs statements, all or none. They may fail because of other damage, which a check then reports. */
const attempt = (database: SqliteConnection, sql: string): void => {
  database.exec("savepoint attempt")
  try {
    database.exec(sql)
  } catch (cause) {
    if (!database.inTransaction()) throw cause
    database.exec("rollback to attempt")
  }
  database.exec("release attempt")
}

/** Repairs a file. Nobody else may write to it meanwhile. */
const repairNow = (database: SqliteConnection, indexes: boolean, search: boolean): void => {
  immediately(database, () => {
    for (const { index, sql } of wrongIndexes(database)) {
      attempt(database, `drop index if exists ${quote(index)}; ${sql}`)
    }
    if (indexes) for (const table of tableNames(database)) attempt(database, `reindex ${quote(table)}`)
    if (search) attempt(database, removeStrays)
  })
}

/** Repairs derived data of an existing file, in one transaction, next to other programs that use it. */
export const repair = (filename: string): Effect.Effect<Repaired, SqliteOpenError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const database = yield* openToRepair(filename)
      const before = findDamage(database)
      const has = (check: string) => before.some((damage) => damage.check === check && damage.derived === true)
      if (!before.some(({ derived }) => derived)) return repairedBetween(before, before)
      yield* patiently(
        Effect.try({
          try: () => repairNow(database, has("file"), has("search")),
          catch: (cause) => openError(filename, cause)
        })
      )
      return repairedBetween(before, findDamage(database))
    })
  )
