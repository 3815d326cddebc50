/** The tree that a text is read into. */
import * as Schema from "effect/Schema"
import { optional } from "../schema/Input.js"

/** The tree of a page's body (`format=document`): block, inline and text nodes, with what each needs in `data`. */
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
  object: Schema.Literal("document", "block", "inline", "text"),
  type: optional(Schema.String),
  data: optional(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  nodes: optional(Schema.Array(Schema.suspend((): Schema.Schema<DocumentNode> => DocumentNode))),
  text: optional(Schema.String),
  marks: optional(Schema.Array(Schema.String))
}).annotations({ identifier: "DocumentNode" })
