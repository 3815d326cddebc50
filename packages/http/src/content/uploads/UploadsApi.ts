/** The endpoints of uploads. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { text } from "@lectern/core/internal/foundation/schema/Text"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Upload, UploadId } from "@lectern/core/uploads/Upload"
import * as Schema from "effect/Schema"
import { get, patch, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import { TakesBytes } from "../../foundation/dispatcher/Annotations.js"
import {
  ChecksumMismatchError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  PreconditionFailedError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { CreationHeaders, PartHeaders, partType, TusHeaders } from "./Tus.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const UploadPath = Schema.Struct({
  ...SpacePath.fields,
  uploadId: described(segment(UploadId), "The id of an upload of the caller.")
})
const path = "/v1/spaces/:spaceId/uploads"
const Name = optional(text(1, 256).annotations({ description: "The name of the file." }))

/** Uploads of files, in one go, or in parts by the tus protocol. */
export class UploadsApi extends HttpApiGroup.make("uploads")
  .add(
    put(
      "uploadFile",
      path,
      "Upload a file",
      "The body is the file, of any content type. A batch of changes inserts it by the id of the upload, within a day."
    )
      .annotate(TakesBytes, true)
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct({ name: Name }))
      .setPayload(HttpApiSchema.Uint8Array())
      .addSuccess(Upload, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "createUpload",
      path,
      "Begin an upload in parts",
      "Speaks the tus protocol, version 1.0. A body of type `application/offset+octet-stream` is the first part."
    )
      .annotate(TakesBytes, true)
      .setPath(SpacePath)
      .setHeaders(CreationHeaders)
      .addSuccess(Upload, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .add(
    get(
      "getUpload",
      `${path}/:uploadId`,
      "Get an upload",
      "Returns how much has arrived; HEAD returns the same in headers."
    )
      .setPath(UploadPath)
      .setHeaders(TusHeaders)
      .addSuccess(Upload)
      .addError(ReadErrors)
      .addError(ForbiddenError)
      .addError(PreconditionFailedError)
  )
  .add(
    patch(
      "appendToUpload",
      `${path}/:uploadId`,
      "Upload a part",
      "Adds a part at `Upload-Offset`. What has arrived when the connection breaks is kept, unless the part has a checksum."
    )
      .annotate(TakesBytes, true)
      .setPath(UploadPath)
      .setHeaders(PartHeaders)
      .setPayload(HttpApiSchema.Uint8Array({ contentType: partType }))
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
      .addError(ChecksumMismatchError)
  )
  .add(
    remove(
      "deleteUpload",
      `${path}/:uploadId`,
      "Delete an upload",
      "Deletes the bytes that have arrived, which then no longer count against any limit."
    )
      .setPath(UploadPath)
      .setHeaders(TusHeaders)
      .addError(InvalidError)
      .addError(ForbiddenError)
      .addError(PreconditionFailedError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Uploads",
      description: "Files that a batch of changes inserts by the id of the upload."
    })
  ) {}
