/** What the errors of SQL clients mean to a caller. */
import type { SqlError } from "@effect/sql/SqlError"
import { Unavailable } from "@lectern/core/errors/Errors"
import { Effect } from "effect"

/** The code of the error that a client wraps: SQLite's result code by name, or PostgreSQL's SQLSTATE. */
const codeOf = (error: SqlError): string => {
  const { cause } = error
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
}

/** Busy, a failed serialisation, a deadlock, or a collision with a row that was committed after the statement began. */
const again = /^(SQLITE_BUSY.*|40001|40P01|23505)$/

/** Errors in the statement or in what it was given: SQLite's, and PostgreSQL's classes 22, 23 and 42. */
const bug = /^(SQLITE_(ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE).*|(22|23|42)[0-9A-Z]{3})$/

/** Whether the whole transaction may well succeed when it is run again. */
export const isTransient = (error: SqlError): boolean => again.test(codeOf(error))

/** Fails with `Unavailable`, or dies where the statement is at fault. */
export const failure = (error: SqlError): Effect.Effect<never, Unavailable> => {
  if (isTransient(error)) return Effect.fail(new Unavailable({ message: "storage is busy", cause: error }))
  if (bug.test(codeOf(error))) return Effect.die(error)
  return Effect.fail(new Unavailable({ message: "storage failed", cause: error }))
}
