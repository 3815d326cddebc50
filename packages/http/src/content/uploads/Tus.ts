/**
 * The tus protocol, version 1.0, on top of HTTP: its headers and their values
 * (https://tus.io/protocols/resumable-upload).
 */
import { invalid, type LecternError, PreconditionFailed } from "@lectern/core/errors/Errors"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import type { Upload } from "@lectern/core/uploads/Upload"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Schema from "effect/Schema"
import { corsHeaders } from "../../foundation/dispatcher/Cors.js"
import type { ApiRoute } from "../../foundation/dispatcher/Route.js"

const version = "1.0.0"

/** The content type of a part. */
export const partType = "application/offset+octet-stream"

const header = (description: string) => optional(Schema.String.annotations({ description }))
const resumable = { "tus-resumable": header("The version of the tus protocol: `1.0.0`.") }

/** The headers of requests that only read or delete. */
export const TusHeaders = Schema.Struct(resumable)

/** The headers that begin an upload. */
export const CreationHeaders = Schema.Struct({
  ...resumable,
  "upload-length": header("How many bytes the file has."),
  "upload-defer-length": header("`1`: the length comes with a later part."),
  "upload-metadata": header("Pairs of a name and a value in base64: `filename`, `filetype`.")
})

/** The headers of a part. */
export const PartHeaders = Schema.Struct({
  ...resumable,
  "upload-offset": header("Where the part begins: how many bytes the upload has."),
  "upload-length": header("How many bytes the file has, where that was deferred."),
  "upload-checksum": header("`sha256` and the checksum of the part in base64; a part that does not match is not kept.")
})

/** Fails if a request has another version of the protocol; with `required`, it must state one. */
export const requireVersion = (
  { "tus-resumable": said }: typeof TusHeaders.Type,
  required: boolean
): Effect.Effect<void, PreconditionFailed> =>
  said === version || (said === undefined && !required)
    ? Effect.void
    : new PreconditionFailed({
        message: `Tus-Resumable: expected ${version}${said === undefined ? "" : `, got ${said}`}`
      })

const number = (name: string, text: string): Either.Either<number, LecternError> =>
  /^\d{1,15}$/.test(text) ? Either.right(Number(text)) : Either.left(invalid(name, "expected a number of bytes"))

/** The number in a header, if it is present. */
export const numberOf = (name: string, text: string | undefined): Either.Either<number | undefined, LecternError> =>
  text === undefined ? Either.right(undefined) : number(name, text)

/** The size of a new upload: the length, unless that is deferred. */
export const lengthOf = (headers: typeof CreationHeaders.Type): Either.Either<number | undefined, LecternError> => {
  const { "upload-defer-length": defer, "upload-length": length } = headers
  if (length !== undefined && defer !== undefined) {
    return Either.left(invalid("Upload-Defer-Length", "expected either this header or Upload-Length, not both"))
  }
  if (length === undefined && defer !== "1") return Either.left(invalid("Upload-Length", "is missing"))
  return numberOf("Upload-Length", length)
}

/** The name and the media type in the metadata, under the keys that clients use for them. */
export const fieldsOf = (
  metadata: string | undefined
): Either.Either<{ readonly name?: string; readonly contentType?: string; readonly metadata?: string }, LecternError> =>
  Either.gen(function* () {
    if (metadata === undefined || metadata.trim() === "") return {}
    const values = new Map<string, string>()
    for (const pair of metadata.split(",")) {
      const [key = "", value = "", ...more] = pair.trim().split(" ")
      if (key === "" || more.length > 0)
        return yield* Either.left(invalid("Upload-Metadata", "expected names and values"))
      values.set(
        key.toLowerCase(),
        yield* Either.mapLeft(Encoding.decodeBase64String(value), () =>
          invalid("Upload-Metadata", `expected the value of ${key.slice(0, 50)} in base64`)
        )
      )
    }
    const name = values.get("filename") ?? values.get("name")
    const contentType = values.get("filetype") ?? values.get("type")
    return {
      metadata,
      ...(name !== undefined && name !== "" && { name }),
      ...(contentType !== undefined && contentType !== "" && { contentType })
    }
  })

/** The checksum of a part in hex, if one is given. */
export const checksumOf = (header: string | undefined): Either.Either<string | undefined, LecternError> => {
  if (header === undefined) return Either.right(undefined)
  const [algorithm, sum = "", ...more] = header.trim().split(" ")
  if (algorithm !== "sha256") return Either.left(invalid("Upload-Checksum", "expected the algorithm sha256"))
  const decoded = Encoding.decodeBase64(sum)
  return Either.isRight(decoded) && decoded.right.length === 32 && more.length === 0
    ? Either.right(Encoding.encodeHex(decoded.right))
    : Either.left(invalid("Upload-Checksum", "expected 32 bytes in base64"))
}

/** The headers of an answer about an upload. */
export const headersOf = ({ expiresAt, metadata, offset, size }: Upload): Readonly<Record<string, string>> => ({
  "cache-control": "no-store",
  "upload-offset": String(offset),
  ...(size === undefined ? { "upload-defer-length": "1" } : { "upload-length": String(size) }),
  ...(metadata !== undefined && { "upload-metadata": metadata }),
  "upload-expires": new Date(expiresAt).toUTCString()
})

const answerHeaders = {
  "tus-resumable": version,
  "tus-version": version,
  "access-control-expose-headers": `${corsHeaders["access-control-expose-headers"]}, Tus-Resumable, Tus-Version, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset`
}

/** Adds the protocol to the routes of uploads. */
export const withTus =
  (maxFileBytes: number) =>
  (route: ApiRoute): ApiRoute =>
    route.path.startsWith("/v1/spaces/:spaceId/uploads")
      ? {
          ...route,
          answerHeaders,
          optionsHeaders: {
            ...answerHeaders,
            "tus-max-size": String(maxFileBytes),
            "tus-extension": "creation,creation-with-upload,creation-defer-length,checksum,expiration,termination",
            "tus-checksum-algorithm": "sha256"
          }
        }
      : route
