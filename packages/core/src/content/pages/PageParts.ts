/**
 * The parts of a page in addition to its text: a cover, variables, and the file that it was imported from.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { FileId } from "../files/File.js"

/** The git identity of an imported file: its blob id and its path in the repository. */
export const GitBlob = Schema.Struct({
  oid: described(Text, "The id of the blob in git, in hex."),
  path: described(Text, "The path of the file in the repository.")
}).annotations(named("GitFile", "The file of a repository that something was imported from."))
export type GitBlob = typeof GitBlob.Type

/** A file that a page refers to. */
export const FileReference = Schema.Struct({
  kind: Schema.Literal("file"),
  file: described(FileId, "The id of the file.")
}).annotations(named("FileReference", "A file of the space, by its id."))
/** An address that a page refers to. */
export const UrlReference = Schema.Struct({
  kind: Schema.Literal("url"),
  url: described(Text, "The address as it was written.")
}).annotations(named("UrlReference", "Something outside of the space, by its address."))

/** The picture above a page. */
export const PageCover = Schema.Struct({
  ref: optional(Schema.Union(FileReference, UrlReference), "The picture. Absent where only the position is set."),
  refDark: optional(
    Schema.Union(FileReference, UrlReference),
    "The picture for dark colour schemes; `ref` serves for both when absent."
  ),
  yPos: described(Schema.Number, "How far the picture is shifted vertically within its frame, in pixels.")
}).annotations(named("PageCover", "The picture above a page."))
export type PageCover = typeof PageCover.Type

/** Named texts that expressions in pages can use. */
export const Variables = Schema.Record({ key: Schema.String, value: Schema.String }).annotations(
  named("Variables", "Texts by name, which expressions in pages can use.")
)
export type Variables = typeof Variables.Type
