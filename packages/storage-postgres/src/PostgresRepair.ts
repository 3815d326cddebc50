/**
 * Repairs derived data of a database below the ports: its indexes, and rows of the search index that belong to nothing.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { type Repaired, repairedBetween } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Effect from "effect/Effect"
import { requireUpToDate } from "./Migrating.js"
import { addressOf } from "./PostgresAddress.js"
import * as PostgresDriver from "./PostgresDriver.js"
import { findDamage, missingIndexes } from "./PostgresIntegrity.js"
import { openError, type PostgresOpenError } from "./PostgresOpenError.js"
import * as PostgresPool from "./PostgresPool.js"

/** Removes rows of the search index that belong to no space or no page. */
const removeStrays = [
  "delete from {search_pages} where space not in (select id from {search_spaces})",
  `delete from {search_sections} as s where not exists (
    select from {search_pages} as p where p.space = s.space and p.number = s.number and p.page is not null)`,
  "delete from {search_postings} where space not in (select id from {search_spaces})",
  "delete from {search_words} where space not in (select id from {search_spaces})"
]

/** Runs statements one after another, all or none of them; if one fails because of other damage, nothing is changed. */
const attempt = (driver: PostgresDriver.PostgresDriver, statements: ReadonlyArray<string>) =>
  Effect.catchAllCause(
    driver.transaction(Effect.forEach(statements, (sql) => driver.write(sql)([]), { discard: true })),
    (cause) => Effect.logDebug(cause)
  )

const repairWith = (driver: PostgresDriver.PostgresDriver): Effect.Effect<Repaired, Unavailable> =>
  Effect.gen(function* () {
    const before = yield* findDamage(driver)
    if (!before.some(({ derived }) => derived)) return repairedBetween(before, before)
    for (const { index, statement } of yield* missingIndexes(driver)) {
      // Unlike the statement that creates it, this one has to name the schema.
      yield* attempt(driver, [`drop index if exists ${driver.dialect.table(index)}`, statement])
    }
    if (before.some(({ check, derived }) => check === "search" && derived)) yield* attempt(driver, removeStrays)
    return repairedBetween(before, yield* findDamage(driver))
  })

/** Repairs derived data of an existing database, next to other programs that use it. */
export const repair = (url: string): Effect.Effect<Repaired, PostgresOpenError | Unavailable> =>
  Effect.scoped(
    Effect.gen(function* () {
      const address = yield* addressOf(url)
      const pool = yield* PostgresPool.ofWorkspace(address, PostgresPool.patient)
      const connection = yield* Effect.mapError(
        pool.take((effect) => effect),
        (cause) => openError(address.name, cause)
      )
      yield* Effect.ensuring(
        requireUpToDate(pool, connection),
        Effect.sync(() => pool.give(connection, false))
      )
      return yield* repairWith(yield* PostgresDriver.make(pool))
    })
  )
