/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, identified } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { FileId } from "./FileId.js"

export { FileId }

/** A file of a space as answered; `size` is in bytes, `downloadURL` works without a token. */
export const File = Schema.Struct({
  id: identified(FileId),
  name: described(Text, "The name of the file with its extension, at most 256 characters."),
  contentType: described(Text, "The media type, such as `image/svg+xml`."),
  downloadURL: described(
    Schema.String,
    "An address of the bytes that needs no token and does not expire. It changes with the content."
  ),
  size: described(Schema.Number, "The size in bytes."),
  dimensions: optional(
    Schema.Struct({
      width: described(Schema.Number, "The width in pixels."),
      height: described(Schema.Number, "The height in pixels.")
    }),
    "The size of a picture. Absent for other files."
  ),
  git: optional(
    Schema.Struct({
      oid: described(Text, "The id of the blob in git, in hex."),
      path: described(Text, "The path of the file in the repository.")
    }),
    "The file of a repository that this one was imported from."
  )
}).annotations({ identifier: "File", description: "A file of a space, such as a picture that its pages show." })
export type File = typeof File.Type

/** Content that several pages include, as answered; `document` is the id of its body. */
export const ReusableContent = Schema.Struct({
  id: described(Schema.String, "Identifies the piece within the space, in every revision."),
  title: described(Text, "The name of the piece."),
  document: optional(Schema.String, "Identifies the body: equal bodies have equal ids."),
  git: optional(
    Schema.Struct({
      oid: described(Text, "The id of the blob in git, in hex."),
      path: described(Text, "The path of the file in the repository.")
    }),
    "The file of a repository that the piece was imported from."
  )
}).annotations({ identifier: "ReusableContent", description: "A piece of content that several pages include." })
export type ReusableContent = typeof ReusableContent.Type
