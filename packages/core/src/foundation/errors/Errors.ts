/**
 * The errors that a Lectern service can fail with. There are few, each is tagged and tells the caller what to do;
 * `message` is one clear sentence that is safe to show to the caller. Anything not listed here is a bug and becomes a
 * defect.
 * @since 0.1.0
 */
import * as Data from "effect/Data"

/** The target does not exist, or the caller may not know that it does: the two are indistinguishable. */
export class NotFound extends Data.TaggedError("NotFound")<{ readonly message: string }> {}

/** The caller can see the target but may not do this to it. */
export class Forbidden extends Data.TaggedError("Forbidden")<{ readonly message: string }> {}

/** No caller is known: the token is missing, unknown, expired or revoked, or the user no longer exists. */
export class Unauthenticated extends Data.TaggedError("Unauthenticated")<{ readonly message: string }> {}

/**
 * The input is malformed. `message` names the field first (`title: expected at most 50 characters, got 61`); `field` is
 * its path in the input, empty if no single field is to blame.
 */
export class Invalid extends Data.TaggedError("Invalid")<{ readonly message: string; readonly field: string }> {}

/**
 * The state of the target forbids the call; `message` gives the reason. With `merged`, a text could not be merged with what
 * others wrote meanwhile: it has both versions, between markers where they differ.
 */
export class Conflict extends Data.TaggedError("Conflict")<{ readonly message: string; readonly merged?: string }> {}

/** A stated precondition does not hold, for example an `If-Match` that names an older revision. */
export class PreconditionFailed extends Data.TaggedError("PreconditionFailed")<{ readonly message: string }> {}

/** Too many calls; try again after `retryAfter` seconds. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly message: string
  readonly limit: number
  readonly retryAfter: number
}> {}

/** The input is larger than `limit` bytes. */
export class TooLarge extends Data.TaggedError("TooLarge")<{ readonly message: string; readonly limit: number }> {}

/** The idempotency key of the call was used for a call with another input. */
export class KeyReused extends Data.TaggedError("KeyReused")<{ readonly message: string }> {}

/**
 * Storage cannot be reached or stays busy; the same call may succeed later. `cause` is for logs, never for callers. With
 * an `outcome`, the connection was lost while a change was being saved, and it may have been saved; without, nothing was
 * changed.
 */
export class Unavailable extends Data.TaggedError("Unavailable")<{
  readonly message: string
  readonly cause?: unknown
  readonly outcome?: "unknown"
}> {}

/**
 * The engine cannot be opened, because its storage cannot be opened. `message` says why, `cause` is the storage's own
 * error, and `reason` is the reason that this error states (such as `busy` or `newer`), `unknown` if it states none.
 * Only `open` rejects with it; calls never do.
 */
export class OpenError extends Data.TaggedError("OpenError")<{
  readonly message: string
  readonly reason: string
  readonly cause: unknown
}> {}

/** Every failure of the engine. */
export type LecternError =
  | NotFound
  | Forbidden
  | Unauthenticated
  | Invalid
  | Conflict
  | PreconditionFailed
  | RateLimited
  | TooLarge
  | KeyReused
  | Unavailable

/** {@link NotFound} with a sentence that is the same everywhere, so that absent and invisible targets read the same. */
export const notFound = (what: string): NotFound => new NotFound({ message: `${what} not found` })

/** {@link Invalid} for one field; `problem` continues the sentence after the field's name. */
export const invalid = (field: string, problem: string): Invalid =>
  new Invalid({ field, message: field === "" ? problem : `${field}: ${problem}` })
