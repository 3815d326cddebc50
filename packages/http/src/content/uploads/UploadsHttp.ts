import type { LecternError } from "@lectern/core/errors/Errors"
import type { PartFields, Upload } from "@lectern/core/uploads/Upload"
import { Uploads } from "@lectern/core/uploads/Uploads"
import * as Effect from "effect/Effect"
import { Answered, type GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import { RequestBody } from "../../foundation/dispatcher/RequestBody.js"
import { ChecksumMismatch, UnsupportedMediaType } from "../../foundation/errors/ProtocolErrors.js"
import { checksumOf, fieldsOf, headersOf, lengthOf, numberOf, partType, requireVersion } from "./Tus.js"
import type { UploadsApi } from "./UploadsApi.js"

/** The media type that clients send if they know nothing about the file. */
const unknownType = /^application\/(?:octet-stream|x-www-form-urlencoded)\s*(?:;|$)/i

const created = (upload: Upload) => new Answered(201, upload, { ...headersOf(upload), location: upload.urls.location })

const requirePart = (type: string | undefined): Effect.Effect<void, UnsupportedMediaType> =>
  type?.split(";", 1)[0]?.trim().toLowerCase() === partType
    ? Effect.void
    : new UnsupportedMediaType({ message: `body: expected the content type ${partType}` })

const checksumError = (error: LecternError): LecternError | ChecksumMismatch =>
  error._tag === "Invalid" && error.field === "sha256"
    ? new ChecksumMismatch({ message: "Upload-Checksum: does not match the bytes of the part" })
    : error

/** The handlers of {@link UploadsApi}. */
export const handlers = Effect.gen(function* () {
  const uploads = yield* Uploads
  const all: GroupHandlers<typeof UploadsApi> = {
    uploadFile: Effect.fnUntraced(function* ({ path, urlParams: { name } }) {
      const { bytes, length, type } = yield* RequestBody
      const known = type === undefined || unknownType.test(type) ? undefined : type
      const upload = yield* uploads.create(path.spaceId, {
        content: bytes,
        ...(name !== undefined && { name }),
        ...(known !== undefined && { contentType: known }),
        ...(length !== undefined && { size: length })
      })
      return created(upload)
    }),
    createUpload: Effect.fnUntraced(function* ({ headers, path }) {
      const { bytes, length, type } = yield* RequestBody
      yield* requireVersion(headers, true)
      const size = yield* lengthOf(headers)
      const fields = yield* fieldsOf(headers["upload-metadata"])
      const upload = yield* uploads.begin(path.spaceId, { ...fields, ...(size !== undefined && { size }) })
      if (length === 0 || type === undefined) return created(upload)
      yield* requirePart(type)
      const part = { offset: 0, content: bytes, ...(length !== undefined && { partSize: length }) }
      return created(yield* uploads.append(path.spaceId, upload.id, part))
    }),
    getUpload: Effect.fnUntraced(function* ({ headers, path }) {
      yield* requireVersion(headers, false)
      const upload = yield* uploads.get(path.spaceId, path.uploadId)
      return new Answered(200, upload, headersOf(upload))
    }),
    appendToUpload: Effect.fnUntraced(function* ({ headers, path }) {
      const { bytes, length, type } = yield* RequestBody
      yield* requirePart(type)
      yield* requireVersion(headers, true)
      const size = yield* numberOf("Upload-Length", headers["upload-length"])
      const sha256 = yield* checksumOf(headers["upload-checksum"])
      const part: PartFields = {
        offset: (yield* numberOf("Upload-Offset", headers["upload-offset"] ?? "")) ?? 0,
        ...(size !== undefined && { size }),
        ...(sha256 !== undefined && { sha256 }),
        ...(length !== undefined && { partSize: length })
      }
      const appending = uploads.append(path.spaceId, path.uploadId, { ...part, content: bytes })
      const upload = yield* Effect.mapError(appending, checksumError)
      return new Answered(204, undefined, headersOf(upload))
    }),
    deleteUpload: Effect.fnUntraced(function* ({ headers, path }) {
      yield* requireVersion(headers, false)
      yield* uploads.remove(path.spaceId, path.uploadId)
    })
  }
  return all
})
