import * as Schema from "effect/Schema"
import { ChangeRequest } from "../change-requests/ChangeRequest.js"
import { Computed } from "../content/Computed.js"
import { FileId } from "../content/File.js"
import { LinkTarget, PageCover, PageId, PageLayout, PageType, Variables } from "../content/Page.js"
import { ListQuery } from "../lists/List.js"
import { optional } from "../schema/Input.js"
import { Text } from "../schema/Text.js"

/** A value before and after; absent where it was not set. */
const attribute = <A, I>(value: Schema.Schema<A, I>) =>
  Schema.Struct({ before: optional(value), after: optional(value) })

const string = attribute(Schema.String)
const flag = attribute(Schema.Boolean)

/**
 * A part of a text that differs: an outermost block, such as a paragraph, a list or a table. `from` is its number
 * before, `to` after, both from 1.
 */
const BlockChange = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("added"), to: Schema.Number, text: Schema.String }),
  Schema.Struct({ kind: Schema.Literal("removed"), from: Schema.Number, text: Schema.String }),
  Schema.Struct({
    kind: Schema.Literal("changed"),
    from: Schema.Number,
    to: Schema.Number,
    before: Schema.String,
    after: Schema.String
  })
).annotations({ identifier: "BlockChange" })

const blocks = optional(Schema.Array(BlockChange))

const ChangedPage = Schema.Struct({
  id: PageId,
  type: PageType,
  title: Text,
  path: optional(Text)
}).annotations({ identifier: "ChangedPage" })
/** What names a page in a change. */
export type ChangedPage = typeof ChangedPage.Type

const ChangedFile = Schema.Struct({
  id: FileId,
  name: Text,
  contentType: Text,
  downloadURL: Schema.String
}).annotations({
  identifier: "ChangedFile"
})

const ChangedReusableContent = Schema.Struct({
  id: Schema.String,
  title: Text,
  document: optional(Schema.String)
}).annotations({ identifier: "ChangedReusableContent" })

/** The fields of a page that can differ; `document` is the id of its body. */
const PageAttributes = Schema.Struct({
  type: optional(attribute(PageType)),
  title: optional(string),
  description: optional(string),
  slug: optional(string),
  document: optional(string),
  cover: optional(attribute(PageCover)),
  emoji: optional(string),
  icon: optional(string),
  layout: optional(attribute(PageLayout)),
  variables: optional(attribute(Variables)),
  target: optional(attribute(LinkTarget)),
  computed: optional(attribute(Computed)),
  hidden: optional(flag),
  noIndex: optional(flag),
  noRobotsIndex: optional(flag),
  condition: optional(string)
}).annotations({ identifier: "PageAttributeChanges" })

const FileAttributes = Schema.Struct({
  name: optional(string),
  downloadURL: optional(string),
  size: optional(attribute(Schema.Number)),
  contentType: optional(string),
  dimensions: optional(attribute(Schema.Struct({ width: Schema.Number, height: Schema.Number })))
}).annotations({ identifier: "FileAttributeChanges" })

const change = <const Type extends string, Fields extends Schema.Struct.Fields>(type: Type, fields: Fields) =>
  Schema.Struct({ type: Schema.Literal(type), ...fields })

/**
 * What happened to one part of the content. A page that took another place, or another order among its siblings, has
 * moved; one whose text differs has the blocks that do.
 */
export const Change = Schema.Union(
  change("page_created", { page: ChangedPage }),
  change("page_deleted", { page: ChangedPage }),
  change("page_moved", { page: ChangedPage, parent: attribute(ChangedPage) }),
  change("page_edited", { page: ChangedPage, attributes: PageAttributes, blocks }),
  change("file_created", { file: ChangedFile }),
  change("file_deleted", { file: ChangedFile }),
  change("file_edited", { file: ChangedFile, attributes: FileAttributes }),
  change("reusable_content_created", { reusableContent: ChangedReusableContent }),
  change("reusable_content_deleted", { reusableContent: ChangedReusableContent }),
  change("reusable_content_edited", {
    reusableContent: ChangedReusableContent,
    attributes: Schema.Struct({ title: optional(string), document: optional(string) }),
    blocks
  }),
  change("variables_edited", { variables: Schema.Record({ key: Schema.String, value: string }) })
).annotations({ identifier: "Change" })
/** @see {@link Change} */
export type Change = typeof Change.Type

/** What differs: pages by their path, then files, reusable contents and variables; `more` counts what is left out. */
export const Changes = Schema.Struct({
  mergedFrom: optional(ChangeRequest),
  changes: Schema.Array(Change),
  more: optional(Schema.Number)
}).annotations({ identifier: "Changes" })
/** @see {@link Changes} */
export type Changes = typeof Changes.Type

/** How many changes are given when `limit` is left out. */
export const defaultChanges = 10

/** How many changes are wanted at most. */
export const ChangesQuery = Schema.Struct({ limit: ListQuery.fields.limit })
/** @see {@link ChangesQuery} */
export type ChangesQuery = typeof ChangesQuery.Type
