/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { DocumentNode } from "../../text/markdown/DocumentNode.js"
import { Change } from "./Change.js"
import { ComparedFile, OtherChange } from "./OtherChange.js"

const ComparedText = Schema.Struct({
  markdown: described(Schema.String, "The text as it is stored, with its front matter.")
}).annotations(named("ComparedText", "One of the two versions of a text."))

const BlockVersion = Schema.Struct({
  start: described(Schema.Number, "Where the block begins in the text, in UTF-16 units."),
  end: described(Schema.Number, "Where the block ends, without the line break after it."),
  nodes: optional(
    Schema.Array(DocumentNode),
    "The block as a tree. Absent in long texts, and before in blocks that are the same."
  )
}).annotations(named("BlockVersion", "A block in one of the two versions."))

/** A block of a text in the versions that have it. */
export const ComparedBlock = Schema.Struct({
  kind: described(
    Schema.Literal("same", "added", "removed", "changed"),
    "Whether both versions have the block, one of them, or both with differences."
  ),
  before: optional(BlockVersion, "The block before. Absent if it was added."),
  after: optional(BlockVersion, "The block after. Absent if it was removed.")
}).annotations({
  identifier: "ComparedBlock",
  description: "An outermost block of a text, such as a paragraph, a list or a table, in the versions that have it."
})
export type ComparedBlock = typeof ComparedBlock.Type

/** The comparison of one item of a space: its changes, and its whole text in both versions. */
export const ItemComparison = Schema.Struct({
  object: Schema.Literal("item-comparison"),
  changes: described(
    Schema.Array(Schema.Union(...Change.members, ...OtherChange.members)),
    "The changes of the item, without the blocks of its text. Empty if nothing differs."
  ),
  before: optional(ComparedText, "The text before. Absent for what has no text, or did not exist."),
  after: optional(ComparedText, "The text after. Absent for what has no text, or does not exist any more."),
  blocks: optional(Schema.Array(ComparedBlock), "All blocks of both texts, in order. Absent for what has no text."),
  files: optional(
    Schema.Array(ComparedFile),
    "The files of the layout of the folder whose texts differ. Absent for other items."
  )
}).annotations({
  identifier: "ItemComparison",
  description: "What differs in a page, a file or another item of a space, with the whole of both texts."
})
export type ItemComparison = typeof ItemComparison.Type
