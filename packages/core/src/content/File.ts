import * as Schema from "effect/Schema"
import { optional } from "../schema/Input.js"
import { Text } from "../schema/Text.js"

/** A file's id: the same in every revision. */
export const FileId = Schema.String.pipe(Schema.brand("FileId"))
/** @see {@link FileId} */
export type FileId = typeof FileId.Type

/** A file of a space as answered; `size` is in bytes, `downloadURL` works without a token. */
export const File = Schema.Struct({
  id: FileId,
  name: Text,
  contentType: Text,
  downloadURL: Schema.String,
  size: Schema.Number,
  dimensions: optional(Schema.Struct({ width: Schema.Number, height: Schema.Number })),
  git: optional(Schema.Struct({ oid: Text, path: Text }))
}).annotations({ identifier: "File" })
/** @see {@link File} */
export type File = typeof File.Type

/** A part of several pages as answered; `document` is the id of its body. */
export const ReusableContent = Schema.Struct({
  id: Schema.String,
  title: Text,
  document: optional(Schema.String),
  git: optional(Schema.Struct({ oid: Text, path: Text }))
}).annotations({ identifier: "ReusableContent" })
/** @see {@link ReusableContent} */
export type ReusableContent = typeof ReusableContent.Type
