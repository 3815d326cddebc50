/** The syntax tree of a text. */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"

/**
 * The tree of a page's body (`format=document`): block, inline and text nodes, with the properties of each in `data`.
 */
export interface DocumentNode {
  readonly object: "document" | "block" | "inline" | "text"
  readonly type?: string
  readonly data?: { readonly [key: string]: unknown }
  readonly nodes?: ReadonlyArray<DocumentNode>
  readonly text?: string
  readonly marks?: ReadonlyArray<string>
}

/** @see {@link DocumentNode} */
export const DocumentNode: Schema.Schema<DocumentNode> = Schema.Struct({
  object: described(
    Schema.Literal("document", "block", "inline", "text"),
    "What kind of node it is: the whole document, a block, an inline element or a text."
  ),
  type: optional(Schema.String, "The type of a block or an inline element, such as `paragraph` or `link`."),
  data: optional(
    Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    "What the type needs besides, such as the address of a link."
  ),
  nodes: optional(
    Schema.Array(Schema.suspend((): Schema.Schema<DocumentNode> => DocumentNode)),
    "The nodes inside, in order. Texts have none."
  ),
  text: optional(Schema.String, "The characters of a text."),
  marks: optional(Schema.Array(Schema.String), "How a text is formatted, such as `bold` or `code`.")
}).annotations({ identifier: "DocumentNode", description: "A node in the tree of a body." })
