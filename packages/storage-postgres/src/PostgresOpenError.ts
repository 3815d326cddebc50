/** Why a database could not be opened as a workspace. */
import { Data } from "effect"
import { stateOf } from "./PostgresFailure.js"

/**
 * The database cannot be used. `message` is one sentence for the operator, and names the database without its password.
 * `reason`: `address` the address is not one · `unreachable` there is no server, or it does not answer · `refused` it
 * knows no such user, password or database · `unsuitable` it is too old, or its encoding is not UTF-8 · `read-only` it
 * takes no changes, as on a standby server · `foreign` another program has tables in it · `newer` a newer version of
 * Lectern has written to it · `older` it has no workspace, or
 * one that an earlier version has written, which only opening it for writing changes · `busy` other processes have been bringing it up to date for too long · `migration` bringing
 * it up to date failed, and changed nothing.
 * @since 0.1.0
 */
export class PostgresOpenError extends Data.TaggedError("PostgresOpenError")<{
  readonly message: string
  readonly reason:
    | "address"
    | "unreachable"
    | "refused"
    | "unsuitable"
    | "read-only"
    | "foreign"
    | "newer"
    | "older"
    | "busy"
    | "migration"
  readonly cause?: unknown
}> {}

/** The message of an error; for several connection attempts, the messages of all of them. */
export const messageOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(messageOf).join("; ")
  return cause instanceof Error ? cause.message : String(cause)
}

/** Why a database cannot be opened, from what went wrong with its connection. */
export const openError = (name: string, cause: unknown): PostgresOpenError => {
  const state = stateOf(cause) ?? ""
  if (state === "55P03") {
    return new PostgresOpenError({ reason: "busy", message: `${name} is being brought up to date elsewhere`, cause })
  }
  const reason = /^(28|3D)/.test(state) ? "refused" : "unreachable"
  const why = messageOf(cause)
  const hint = why.includes("startup parameter") ? ": for a pooler, add prepare=off to the address" : ""
  return new PostgresOpenError({ reason, message: `cannot open ${name}: ${why}${hint}`, cause })
}
