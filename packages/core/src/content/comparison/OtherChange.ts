/**
 * Changes of what belongs to a whole space, and has no place among the changes of its parts.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, identified, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { PageId } from "../pages/PageId.js"

/** The page that an old path leads to. */
const RedirectTarget = Schema.Struct({
  id: identified(PageId),
  title: optional(Schema.String, "The title of the page. Absent where there is no such page."),
  path: optional(Schema.String, "The path of the page. Absent where it has none.")
}).annotations({ identifier: "ChangedRedirectTarget", description: "The page that an old path leads to." })

/** What an old path led to, and leads to now; absent where it leads nowhere. */
const RedirectChange = Schema.Struct({
  before: optional(RedirectTarget, "Where it led before. Absent where the redirect is new."),
  after: optional(RedirectTarget, "Where it leads after. Absent where the redirect is gone.")
})

const value = Schema.Struct({
  before: optional(Schema.String, "The value before. Absent where there was none."),
  after: optional(Schema.String, "The value after. Absent where there is none.")
})

/** A change of the redirects of a space, or of the layout of the folder that it came from. */
export const OtherChange = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("redirects_edited"),
    redirects: described(
      Schema.Record({ key: Schema.String, value: RedirectChange }),
      "The redirects that differ, by the old path, at most as many as `limit` allows."
    ),
    more: optional(Schema.Number, "How many further redirects differ. Absent when all are listed.")
  }).annotations(named("RedirectsEdited", "Old paths of the space lead to other pages.")),
  Schema.Struct({
    type: Schema.Literal("layout_edited"),
    attributes: described(
      Schema.Struct({
        root: optional(value, "The folder that the content is in, within the whole one."),
        readme: optional(value, "The file of the first page."),
        summary: optional(value, "The file of the table of contents.")
      }),
      "The places that differ, each before and after."
    ),
    files: described(
      Schema.Array(Schema.String),
      "The paths of the files of the layout whose texts differ: the table of contents, the configuration or the variables."
    )
  }).annotations(named("LayoutEdited", "The layout of the folder that the space is written as is another one."))
).annotations({
  identifier: "OtherChange",
  description: "A difference of what belongs to the whole space: its redirects, or the layout of its folder."
})
export type OtherChange = typeof OtherChange.Type

/** A file of the layout in both versions, for comparing their source. */
export const ComparedFile = Schema.Struct({
  path: described(Schema.String, "The path of the file in the folder."),
  before: optional(Schema.String, "The text before. Absent if there was no such file."),
  after: optional(Schema.String, "The text after. Absent if there is no such file any more.")
}).annotations({ identifier: "ComparedFile", description: "A file of the layout of a folder in both versions." })
export type ComparedFile = typeof ComparedFile.Type
