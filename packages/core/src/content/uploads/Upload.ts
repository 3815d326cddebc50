/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp, text } from "../../foundation/schema/Text.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import type { StoredBlob } from "../../storage/blobs/BlobStore.js"
import { UploadId } from "./UploadId.js"

export { UploadId }

/** A file that was uploaded in whole or in part and not yet inserted by a batch of changes. */
export const Upload = Schema.Struct({
  object: Schema.Literal("upload"),
  id: identified(UploadId),
  space: described(SpaceId, "The id of the space that it is for."),
  name: described(Text, "The name of the file, at most 256 characters."),
  contentType: optional(Text, "The media type, as sent."),
  /** Further metadata from the caller, unchanged. */
  metadata: optional(Text, "The `Upload-Metadata` of the tus protocol, as sent."),
  /** The number of bytes of the file; absent until that is known. */
  size: optional(Schema.Number, "The size of the file in bytes. Absent until it is known."),
  /** The number of bytes that have arrived and are stored. */
  offset: described(Schema.Number, "How many bytes have arrived and are kept."),
  /** Whether all bytes have arrived, so that the upload can be inserted. */
  complete: described(Schema.Boolean, "Whether all bytes have arrived, so that a batch can insert the file."),
  /** The SHA-256 of a complete upload, in lower-case hex. */
  hash: optional(Schema.String, "The SHA-256 of the file in lower-case hex. Only on a complete upload."),
  createdAt,
  /** The time when the upload is deleted unless it is inserted before. */
  expiresAt: described(
    Timestamp,
    "When the upload is deleted unless a batch inserts it before: a day after its last byte."
  ),
  urls: urls({ location })
}).annotations({
  identifier: "Upload",
  description: "A file that was uploaded in whole or in part and that no batch of changes has inserted yet."
})
export type Upload = typeof Upload.Type

const Size = Schema.Number.pipe(
  Schema.filter((size) => (Number.isSafeInteger(size) && size >= 0) || "expected a number of bytes")
)

/** The description of a file to be uploaded. */
export const UploadFields = Schema.Struct({
  name: optional(text(1, 256)),
  contentType: optional(text(1, 256)),
  metadata: optional(text(0, 4096)),
  size: optional(Size)
})
export type UploadFields = typeof UploadFields.Type

/** The position of a part of an upload, and its known properties. */
export const PartFields = Schema.Struct({
  offset: Size,
  /** The size of the whole file, if it was not known before. */
  size: optional(Size),
  /** The number of bytes of the part, so that a part that is too large is refused before it is read. */
  partSize: optional(Size),
  /** The SHA-256 of the part in lower-case hex: a part with another hash is not kept. */
  sha256: optional(Schema.String)
})
export type PartFields = typeof PartFields.Type

/** The bytes of a file, in memory or as a stream. A stream is read once, and no faster than it is stored. */
export type UploadContent =
  | Uint8Array
  | Stream.Stream<Uint8Array, LecternError>
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>

/** An upload as stored. */
export interface UploadRecord {
  readonly id: UploadId
  readonly space: SpaceId
  readonly organization: OrganizationId
  /** The user who uploads; empty for the embedding program. */
  readonly caller: string
  readonly name: string
  readonly contentType?: string
  readonly metadata?: string
  readonly size?: number
  /** The number of its bytes that are stored as parts, and the number of parts. */
  readonly received: number
  readonly parts: number
  /** The number of bytes that count against the quotas. */
  readonly reserved: number
  /** The file, once it is stored in one piece. */
  readonly whole?: StoredBlob
  readonly createdAt: string
  /** In milliseconds since 1970. */
  readonly expiresAt: number
}

/** A part of an upload as stored: a separate blob, whose first `skip` bytes do not belong to the file. */
export interface UploadPart {
  readonly upload: UploadId
  readonly offset: number
  readonly size: number
  readonly hash: string
  readonly skip: number
}

/** The time for which an upload is kept after its last byte: a day, in milliseconds. */
export const keptFor = 24 * 60 * 60 * 1000

/** The holder of an upload's blobs. */
export const uploadHolder = (id: string): string => `upload:${id}`
