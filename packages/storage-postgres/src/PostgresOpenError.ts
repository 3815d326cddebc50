/**
 * The reason why a database could not be opened as a workspace.
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import { stateOf } from "./PostgresFailure.js"

/**
 * The database cannot be used. `message` is one sentence for the operator, and names the database without its password.
 * `reason`: `address` the address is not one · `unreachable` there is no server, or it does not answer · `refused` it
 * knows no such user, password or database · `tls` it offers no encryption, insists on it, or its certificate is not
 * trusted · `unsuitable` it is too old, or its encoding is not UTF-8 · `read-only` it
 * takes no changes, as on a standby server · `foreign` another program has tables in it · `newer` a newer version of
 * Lectern has written to it · `older` it has no workspace, or one that an earlier version has written: only opening it
 * for writing changes that, or it is too old to be brought up to date · `busy` other processes have been bringing it up
 * to date for too long · `migration` bringing it up to date failed, and changed nothing.
 */
export class PostgresOpenError extends Data.TaggedError("PostgresOpenError")<{
  readonly message: string
  readonly reason:
    | "address"
    | "unreachable"
    | "refused"
    | "tls"
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

/** The meanings of errors with unclear messages, and hints for the operator. */
const known: ReadonlyArray<readonly [message: RegExp, reason: PostgresOpenError["reason"], hint: string]> = [
  [/startup parameter/, "unreachable", "for a pooler, add prepare=off to the address"],
  [/client password must be/, "refused", "the server asks for a password, and the address has none"],
  [/no pg_hba\.conf entry.*(?:no encryption|SSL off)/, "tls", "the server may insist on TLS: try sslmode=verify-full"],
  [/does not support SSL/, "tls", "turn on TLS in the server, or remove sslmode from the address"],
  [/self[- ]signed|unable to (?:get|verify)/, "tls", "set sslrootcert to a file with the certificate of its CA"],
  [/altnames/, "tls", "the host of the address must be a name in the certificate of the server"]
]

/** The reason why a database cannot be opened, from the error of its connection. */
export const openError = (name: string, cause: unknown): PostgresOpenError => {
  const state = stateOf(cause) ?? ""
  if (state === "55P03") {
    return new PostgresOpenError({ reason: "busy", message: `${name} is being migrated by another process`, cause })
  }
  const why = messageOf(cause)
  const [, reason, hint] = known.find(([message]) => message.test(why)) ?? []
  const other = /^(28|3D)/.test(state) ? "refused" : /certificate|ssl|tls/i.test(why) ? "tls" : "unreachable"
  return new PostgresOpenError({
    reason: reason ?? other,
    message: `cannot open ${name}: ${why}${hint === undefined ? "" : `: ${hint}`}`,
    cause
  })
}
