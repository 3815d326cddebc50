/** Failures of the protocol, which exist only where HTTP does. */
import * as Data from "effect/Data"

/** The path exists, but not with this method; `allow` are the methods that it has. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{
  readonly message: string
  readonly allow: ReadonlyArray<string>
}> {}

/** A body of a type that the operation does not accept. */
export class UnsupportedMediaType extends Data.TaggedError("UnsupportedMediaType")<{ readonly message: string }> {}

/** A URL that is too long. */
export class UriTooLong extends Data.TaggedError("UriTooLong")<{ readonly message: string }> {}

/** A part of an upload whose checksum does not match; none of it is stored. */
export class ChecksumMismatch extends Data.TaggedError("ChecksumMismatch")<{ readonly message: string }> {}

/** Every failure of the protocol. */
export type ProtocolError = MethodNotAllowed | UriTooLong | UnsupportedMediaType | ChecksumMismatch
