/** The meaning of errors of PostgreSQL and of its connection for callers. */
import { Unavailable } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import pg from "pg"
import { UnknownOutcome } from "./UnknownOutcome.js"

/** The five characters of PostgreSQL's error code, or `undefined` if it was not PostgreSQL that failed. */
export const stateOf = (cause: unknown): string | undefined =>
  cause instanceof pg.DatabaseError ? (cause.code ?? "XX000") : undefined

/** The codes for a connection that the server has ended or refused. */
const ended = /^(08|57P)|^25P03$/

/** Whether the connection is gone or can no longer be trusted, as opposed to a statement that has failed. */
export const isLost = (cause: unknown): boolean => {
  const state = stateOf(cause)
  return state === undefined || ended.test(state)
}

/** Whether `pg` has given up waiting for an answer, as it does where no timeout of the server ends a statement. */
const isOverdue = (cause: unknown): boolean => cause instanceof Error && cause.message === "Query read timeout"

/** Whether it is safe to retry on another connection: this one was closed, and not left without an answer. */
export const isClosed = (cause: unknown): boolean => isLost(cause) && !isOverdue(cause)

/** A failed serialization or a deadlock: the whole transaction may succeed if it is retried. */
export const isTransient = (cause: unknown): boolean => /^(40001|40P01)$/.test(stateOf(cause) ?? "")

/** The unique index that a row collides with, by its name in the database. */
export const violatedIndex = (cause: unknown): string | undefined =>
  cause instanceof pg.DatabaseError && cause.code === "23505" ? cause.constraint : undefined

/** Codes for a lock timeout, or a collision with a row that was committed after the statement had begun. */
const busy = /^(40...|55P03|23505)$/

/**
 * Codes for errors in the statement or its parameters, without the errors that a pooler in front of PostgreSQL causes.
 */
const bug = /^(22|23|42|0A)/

/** Statements with names do not survive a pooler that shares connections by transaction. */
const unnamed = /^(26000|42P05)$/

/** Why storage is unavailable. */
export const unavailable = (cause: unknown): Unavailable => {
  const state = stateOf(cause)
  if (state !== undefined && busy.test(state)) return new Unavailable({ message: "storage is busy", cause })
  if (state === "25006") return new Unavailable({ message: "storage is read-only", cause })
  if (state === "57014" || isOverdue(cause)) return new Unavailable({ message: "storage took too long", cause })
  if (isLost(cause)) return new Unavailable({ message: "storage cannot be reached", cause })
  if (state !== undefined && unnamed.test(state)) {
    const hint = "a pooler in front of PostgreSQL lost a named statement: add prepare=off to the database's address"
    return new Unavailable({ message: "storage failed", cause: new Error(hint, { cause }) })
  }
  return new Unavailable({ message: "storage failed", cause })
}

/** Whether the statement itself is wrong, which callers cannot influence. */
export const isBug = (cause: unknown): boolean => {
  const state = stateOf(cause) ?? ""
  return bug.test(state) && !busy.test(state) && !unnamed.test(state)
}

/** Fails with `Unavailable`, or dies if the statement is at fault. */
export const failure = (cause: unknown): Effect.Effect<never, Unavailable> =>
  isBug(cause) ? Effect.die(cause) : Effect.fail(unavailable(cause))

/** The codes with which PostgreSQL answers a failed commit. */
const notCommitted = /^(2[35]|40|5[34])/

/** The failure of a commit that PostgreSQL did not confirm. */
export const commitFailure = (cause: unknown): Unavailable =>
  notCommitted.test(stateOf(cause) ?? "")
    ? unavailable(cause)
    : new Unavailable({
        message: "the connection to storage was lost while a change was being saved; it may or may not have been saved",
        cause: new UnknownOutcome(cause),
        outcome: "unknown"
      })

/** The failure of every call on a closed storage. */
export const closed = new Unavailable({ message: "storage is closed" })
