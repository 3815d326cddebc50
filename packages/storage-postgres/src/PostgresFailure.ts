/** What the errors of PostgreSQL and of its connection mean to a caller. */
import { Unavailable } from "@lectern/core/errors/Errors"
import { Effect } from "effect"
import pg from "pg"
import { UnknownOutcome } from "./UnknownOutcome.js"

/** The five characters of PostgreSQL's error code, or `undefined` if it was not PostgreSQL that failed. */
export const stateOf = (cause: unknown): string | undefined =>
  cause instanceof pg.DatabaseError ? (cause.code ?? "XX000") : undefined

/** The server ends the connection, or does not take any. */
const ended = /^(08|57P)|^25P03$/

/** Whether the connection is gone or can no longer be trusted, as opposed to a statement that has failed. */
export const isLost = (cause: unknown): boolean => {
  const state = stateOf(cause)
  return state === undefined || ended.test(state)
}

/** Whether another connection may do what this one did not: it was closed, and not left without an answer. */
export const isClosed = (cause: unknown): boolean =>
  isLost(cause) && !(cause instanceof Error && cause.message === "Query read timeout")

/** A failed serialization or a deadlock: the whole transaction may well succeed when it runs again. */
export const isTransient = (cause: unknown): boolean => /^(40001|40P01)$/.test(stateOf(cause) ?? "")

/** The unique index that a row collides with, by its name in the database. */
export const violatedIndex = (cause: unknown): string | undefined =>
  cause instanceof pg.DatabaseError && cause.code === "23505" ? cause.constraint : undefined

/** Waited too long for a lock, or collided with a row that was committed after the statement had begun. */
const busy = /^(40...|55P03|23505)$/

/** Errors in the statement or in what it was given, but not what a pooler in front of PostgreSQL does to statements. */
const bug = /^(22|23|42|0A)/

/** Statements with names do not survive a pooler that shares connections by transaction. */
const unnamed = /^(26000|42P05)$/

/** Why storage is unavailable. */
export const unavailable = (cause: unknown): Unavailable => {
  const state = stateOf(cause)
  if (state !== undefined && busy.test(state)) return new Unavailable({ message: "storage is busy", cause })
  if (state === "57014") return new Unavailable({ message: "storage took too long", cause })
  if (isLost(cause)) return new Unavailable({ message: "storage cannot be reached", cause })
  if (state !== undefined && unnamed.test(state)) {
    const hint = "a pooler in front of PostgreSQL lost a named statement: add prepare=off to the database's address"
    return new Unavailable({ message: "storage failed", cause: new Error(hint, { cause }) })
  }
  return new Unavailable({ message: "storage failed", cause })
}

/** Whether the statement itself is wrong, which no caller can do anything about. */
export const isBug = (cause: unknown): boolean => {
  const state = stateOf(cause) ?? ""
  return bug.test(state) && !busy.test(state) && !unnamed.test(state)
}

/** Fails with `Unavailable`, or dies where the statement is at fault. */
export const failure = (cause: unknown): Effect.Effect<never, Unavailable> =>
  isBug(cause) ? Effect.die(cause) : Effect.fail(unavailable(cause))

/** The codes with which PostgreSQL answers a commit that it has not done. */
const notCommitted = /^(2[35]|40|5[34])/

/** How a commit has failed that PostgreSQL did not confirm. */
export const commitFailure = (cause: unknown): Unavailable =>
  notCommitted.test(stateOf(cause) ?? "")
    ? unavailable(cause)
    : new Unavailable({
        message: "storage was lost while a change was saved, which may or may not have happened",
        cause: new UnknownOutcome(cause)
      })

/** The failure of everything that is asked of a storage after it was closed. */
export const closed = new Unavailable({ message: "storage is closed" })
