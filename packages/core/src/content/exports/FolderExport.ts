/**
 * Content as a folder of markdown in a zip archive.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"

/** A URL from which a folder can be fetched for an hour without a token. */
export const FolderAddress = Schema.Struct({
  url: described(Schema.String, "The address of the zip archive, which needs no token and works for one hour."),
  problems: optional(
    Schema.Array(Schema.String),
    "The parts that have other names in the folder than in the space, one sentence each. Absent if there is none."
  )
}).annotations({ identifier: "FolderAddress", description: "Where to fetch content as a folder." })
export type FolderAddress = typeof FolderAddress.Type
