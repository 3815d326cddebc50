/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { described, identified, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { ChangeRequest } from "../change-requests/ChangeRequest.js"
import { FileId } from "../files/File.js"
import { Computed } from "../pages/Computed.js"
import { LinkTarget, PageId, PageType } from "../pages/Page.js"
import { PageLayout } from "../pages/PageLayout.js"
import { PageCover, Variables } from "../pages/PageParts.js"
import { OtherChange } from "./OtherChange.js"

/** A value before and after; absent where it was not set. */
const attribute = <A, I>(value: Schema.Schema<A, I>) =>
  Schema.Struct({
    before: optional(value, "The value before. Absent where there was none."),
    after: optional(value, "The value after. Absent where there is none.")
  })

const string = attribute(Schema.String)
const flag = attribute(Schema.Boolean)

/**
 * A changed part of a text: an outermost block, such as a paragraph, a list or a table. `from` is its number before,
 * `to` after, both from 1.
 */
const BlockChange = Schema.Union(
  Schema.Struct({
    kind: Schema.Literal("added"),
    to: described(Schema.Number, "The number of the block in the text after, from 1."),
    text: described(Schema.String, "The markdown of the block.")
  }).annotations(named("AddedBlock", "A block that only the text after has.")),
  Schema.Struct({
    kind: Schema.Literal("removed"),
    from: described(Schema.Number, "The number of the block in the text before, from 1."),
    text: described(Schema.String, "The markdown of the block.")
  }).annotations(named("RemovedBlock", "A block that only the text before has.")),
  Schema.Struct({
    kind: Schema.Literal("changed"),
    from: described(Schema.Number, "The number of the block in the text before, from 1."),
    to: described(Schema.Number, "The number of the block in the text after, from 1."),
    before: described(Schema.String, "The markdown of the block before."),
    after: described(Schema.String, "The markdown of the block after.")
  }).annotations(named("ChangedBlock", "A block that both texts have, with differences."))
).annotations({
  identifier: "BlockChange",
  description: "A part of a text that differs: an outermost block, such as a paragraph, a list or a table."
})

const blocks = optional(Schema.Array(BlockChange), "The parts of the text that differ, if it does.")

const ChangedPage = Schema.Struct({
  id: identified(PageId),
  type: described(PageType, "What kind of page it is."),
  title: described(Text, "The title of the page."),
  path: optional(Text, "The path of the page. Absent where pages have none, such as links.")
}).annotations({ identifier: "ChangedPage", description: "Names a page in a change." })
/** The identification of a page in a change. */
export type ChangedPage = typeof ChangedPage.Type

const ChangedFile = Schema.Struct({
  id: identified(FileId),
  name: described(Text, "The name of the file."),
  contentType: described(Text, "The media type of the file."),
  downloadURL: described(Schema.String, "An address of the bytes, which needs no token.")
}).annotations({
  identifier: "ChangedFile",
  description: "Names a file in a change."
})

const ChangedReusableContent = Schema.Struct({
  id: described(Schema.String, "Identifies the piece within the space."),
  title: described(Text, "The name of the piece."),
  document: optional(Schema.String, "Identifies the body of the piece.")
}).annotations({ identifier: "ChangedReusableContent", description: "Names a piece of reusable content in a change." })

/** The fields of a page that can differ; `document` is the id of its body. */
const PageAttributes = Schema.Struct({
  type: optional(attribute(PageType), "The kind of page."),
  title: optional(string, "The title of the page."),
  label: optional(string, "What navigation shows in place of the title."),
  description: optional(string, "The line about the page."),
  slug: optional(string, "The last segment of the path."),
  document: optional(string, "The id of the body; `blocks` has what differs in it."),
  cover: optional(attribute(PageCover), "The picture above the page."),
  emoji: optional(string, "The emoji beside the title."),
  icon: optional(string, "The icon beside the title."),
  layout: optional(attribute(PageLayout), "How the page is laid out."),
  variables: optional(attribute(Variables), "The variables of the page."),
  target: optional(attribute(LinkTarget), "Where a link leads."),
  computed: optional(attribute(Computed), "What the page is computed from."),
  hidden: optional(flag, "Whether the page is left out of navigation and search."),
  noIndex: optional(flag, "Whether the page is left out of search."),
  noRobotsIndex: optional(flag, "Whether search engines are asked to leave the page out."),
  condition: optional(string, "The expression that decides who sees the page.")
}).annotations({
  identifier: "PageAttributeChanges",
  description: "The attributes of a page that differ, each before and after."
})

const FileAttributes = Schema.Struct({
  name: optional(string, "The name of the file."),
  downloadURL: optional(string, "The address of the bytes, which changes with the content."),
  size: optional(attribute(Schema.Number), "The size in bytes."),
  contentType: optional(string, "The media type of the file."),
  dimensions: optional(
    attribute(
      Schema.Struct({
        width: described(Schema.Number, "The width in pixels."),
        height: described(Schema.Number, "The height in pixels.")
      })
    ),
    "The size of a picture, in pixels."
  )
}).annotations({
  identifier: "FileAttributeChanges",
  description: "The attributes of a file that differ, each before and after."
})

const change = <const Type extends string, Fields extends Schema.Struct.Fields>(
  type: Type,
  fields: Fields,
  name: string,
  description: string
) => Schema.Struct({ type: Schema.Literal(type), ...fields }).annotations(named(name, description))

const page = described(ChangedPage, "The page that changed.")
const file = described(ChangedFile, "The file that changed.")
const reusableContent = described(ChangedReusableContent, "The piece of content that changed.")
const differs = "What differs, each attribute before and after."

/**
 * The change of one part of the content. A page with another place, or another order among its siblings, has moved; a
 * page whose text differs has the changed blocks.
 */
export const Change = Schema.Union(
  change("page_created", { page }, "PageCreated", "A page was added."),
  change("page_deleted", { page }, "PageDeleted", "A page was removed."),
  change(
    "page_moved",
    { page, parent: described(attribute(ChangedPage), "The pages that it was and is below. Absent at the root.") },
    "PageMoved",
    "A page was moved to another parent, or to another place among its siblings."
  ),
  change(
    "page_edited",
    { page, attributes: described(PageAttributes, differs), blocks },
    "PageEdited",
    "The text or the attributes of a page changed."
  ),
  change("file_created", { file }, "FileCreated", "A file was added."),
  change("file_deleted", { file }, "FileDeleted", "A file was removed."),
  change(
    "file_edited",
    { file, attributes: described(FileAttributes, differs) },
    "FileEdited",
    "The bytes or the name of a file changed."
  ),
  change("reusable_content_created", { reusableContent }, "ReusableContentCreated", "A piece of content was added."),
  change("reusable_content_deleted", { reusableContent }, "ReusableContentDeleted", "A piece of content was removed."),
  change(
    "reusable_content_edited",
    {
      reusableContent,
      attributes: described(
        Schema.Struct({
          title: optional(string, "The name of the piece."),
          document: optional(string, "The id of the body; `blocks` has what differs in it.")
        }),
        differs
      ),
      blocks
    },
    "ReusableContentEdited",
    "The text or the name of a piece of content changed."
  ),
  change(
    "variables_edited",
    {
      variables: described(Schema.Record({ key: Schema.String, value: string }), "The variables that differ, by name.")
    },
    "VariablesEdited",
    "Variables of the space have other values."
  )
).annotations({ identifier: "Change", description: "A difference between two revisions." })
export type Change = typeof Change.Type

/**
 * The differences: pages by path, then files, reusable contents and variables; `more` is the number of those that follow,
 * and `next` where they begin. Redirects and the layout of the folder are apart.
 */
export const Changes = Schema.Struct({
  mergedFrom: optional(ChangeRequest, "The change request that was merged, if the revision is a merge."),
  changes: described(Schema.Array(Change), "What differs, at most as many changes as `limit` allows."),
  more: optional(Schema.Number, "How many further changes there are. Absent when all are listed."),
  next: optional(
    Schema.Struct({ page: described(Schema.String, "The token of the next page, to pass as the query `page`.") }),
    "Where the list of changes continues. Absent on the last page."
  ),
  others: optional(
    Schema.Array(OtherChange),
    "Changes of the redirects and of the layout of the folder, on the first page. Absent if there are none."
  )
}).annotations({
  identifier: "Changes",
  description: "What differs between two revisions: pages by path, then files, reusable contents and variables."
})
export type Changes = typeof Changes.Type

/** The default number of changes to return. */
export const defaultChanges = 10

/**
 * The maximum number of changes to return, where they begin, and whether to compare texts block by block, which they are
 * by default.
 */
export const ChangesQuery = Schema.Struct({ ...ListQuery.fields, blocks: optional(Schema.Boolean) })
export type ChangesQuery = typeof ChangesQuery.Type
