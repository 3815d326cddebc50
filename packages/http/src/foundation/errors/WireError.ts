/** The shape of every failed answer, and the schema and status of each error of the engine. */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import {
  Conflict,
  Forbidden,
  Invalid,
  type LecternError,
  NotFound,
  PreconditionFailed,
  RateLimited,
  TooLarge,
  Unauthenticated,
  Unavailable
} from "@lectern/core/errors/Errors"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import * as Schema from "effect/Schema"
import { ChecksumMismatch, type ProtocolError, UnsupportedMediaType } from "./ProtocolErrors.js"

/** The body of every failed answer. */
export const WireError = Schema.Struct({
  error: described(
    Schema.Struct({
      code: described(Schema.Number.annotations({ jsonSchema: { type: "integer" } }), "The HTTP status, repeated."),
      message: described(Schema.String, "One sentence for people; a validation message names the field first."),
      merged: optional(
        Schema.String,
        "Where a text could not be merged with what others wrote meanwhile: both versions, between markers where they differ."
      )
    }),
    "What went wrong."
  )
}).annotations({ identifier: "Error", description: "The body of every failed answer, whatever failed." })
/** @see {@link WireError} */
export type WireError = typeof WireError.Type

/** What a failure has of {@link WireError} in addition to status and message. */
export const mergedOf = (failure: LecternError | ProtocolError): { readonly merged?: string } =>
  failure._tag === "Conflict" && failure.merged !== undefined ? { merged: failure.merged } : {}

/** The status of each error. */
export const statuses: { readonly [Tag in (LecternError | ProtocolError)["_tag"]]: number } = {
  Invalid: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  PreconditionFailed: 412,
  TooLarge: 413,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  KeyReused: 422,
  RateLimited: 429,
  ChecksumMismatch: 460,
  Unavailable: 503
}

/**
 * The wire form of an error class, so that the server answers with its status, and a client fails with the same class.
 */
const wire = <E extends LecternError | ProtocolError>(
  error: Schema.Schema<E>,
  tag: E["_tag"],
  description: string,
  make: (message: string, merged?: string) => E
) =>
  Schema.transform(WireError, error, {
    strict: true,
    decode: ({ error }) => make(error.message, error.merged),
    encode: (failure) => ({ error: { code: statuses[tag], message: failure.message, ...mergedOf(failure) } })
  }).annotations(HttpApiSchema.annotations({ status: statuses[tag], description }))

const numberIn = (message: string, pattern: RegExp): number => Number(pattern.exec(message)?.[1] ?? 0)

/** 400 */
export const InvalidError = wire(
  Schema.instanceOf(Invalid),
  "Invalid",
  "The input is malformed or invalid; the message names the field.",
  (message) => new Invalid({ message, field: /^([\w.-]+): /.exec(message)?.[1] ?? "" })
)
/** 401 */
export const UnauthenticatedError = wire(
  Schema.instanceOf(Unauthenticated),
  "Unauthenticated",
  "There is no token, or it is unknown, expired or revoked.",
  (message) => new Unauthenticated({ message })
)
/** 403 */
export const ForbiddenError = wire(
  Schema.instanceOf(Forbidden),
  "Forbidden",
  "The caller can see the target, but lacks the level that this needs.",
  (message) => new Forbidden({ message })
)
/** 404 */
export const NotFoundError = wire(
  Schema.instanceOf(NotFound),
  "NotFound",
  "It does not exist, or the caller may not see it.",
  (message) => new NotFound({ message })
)
/** 409 */
export const ConflictError = wire(
  Schema.instanceOf(Conflict),
  "Conflict",
  "The state of the target does not allow it, or another object already has the name.",
  (message, merged) => new Conflict({ message, ...(merged !== undefined && { merged }) })
)
/** 412 */
export const PreconditionFailedError = wire(
  Schema.instanceOf(PreconditionFailed),
  "PreconditionFailed",
  "A precondition is not met: an `If-Match`, a version of a protocol, or the right to create in another organization.",
  (message) => new PreconditionFailed({ message })
)
/** 413; clients read `limit` from the message. */
export const TooLargeError = wire(
  Schema.instanceOf(TooLarge),
  "TooLarge",
  "The body is larger than the limit of the operation.",
  (message) => new TooLarge({ message, limit: numberIn(message, /(\d+) bytes/) })
)
/** 415 */
export const UnsupportedMediaTypeError = wire(
  Schema.instanceOf(UnsupportedMediaType),
  "UnsupportedMediaType",
  "The body is not empty and not JSON.",
  (message) => new UnsupportedMediaType({ message })
)
/** 429; clients read `limit` and `retryAfter` from the headers. */
export const RateLimitedError = wire(
  Schema.instanceOf(RateLimited),
  "RateLimited",
  "There were too many requests with this token, of this account or from this address.",
  (message) => new RateLimited({ message, limit: 0, retryAfter: 0 })
)
/** 460, as in the tus protocol. */
export const ChecksumMismatchError = wire(
  Schema.instanceOf(ChecksumMismatch),
  "ChecksumMismatch",
  "The body does not match the checksum in the header.",
  (message) => new ChecksumMismatch({ message })
)
/** 503 */
export const UnavailableError = wire(
  Schema.instanceOf(Unavailable),
  "Unavailable",
  "Storage cannot be reached; the same call may succeed later.",
  (message) => new Unavailable({ message })
)

/** The failures of reading an object. */
export const ReadErrors = Schema.Union(InvalidError, NotFoundError)

/** The failures of sending a body, in addition to the failures of the operation itself. */
export const BodyErrors = Schema.Union(InvalidError, TooLargeError, UnsupportedMediaTypeError)

/** The failures of changing an object. */
export const WriteErrors = Schema.Union(
  InvalidError,
  ForbiddenError,
  NotFoundError,
  TooLargeError,
  UnsupportedMediaTypeError
)
