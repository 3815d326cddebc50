/**
 * The result of a batch of changes, as answered.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described, identified, location, named, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { ChangeRequest } from "../change-requests/ChangeRequest.js"
import { File } from "../files/File.js"
import { PageId } from "../pages/Page.js"

/** A reference to a page. */
export const PageRef = Schema.Struct({
  object: Schema.Literal("page"),
  id: identified(PageId),
  urls: urls({ location })
}).annotations({ identifier: "ContentUpdatePage", description: "Refers to a page that a change created or updated." })

const Outcome = Schema.Union(
  Schema.Struct({
    object: Schema.Literal("created_page"),
    ref: optional(Schema.String, "The name that the change gave to the page."),
    page: described(PageRef, "The new page.")
  }).annotations(named("CreatedPage", "The change added a page.")),
  Schema.Struct({
    object: Schema.Literal("updated_page"),
    page: described(PageRef, "The page that changed.")
  }).annotations(named("UpdatedPage", "The change edited or moved a page.")),
  Schema.Struct({
    object: Schema.Literal("deleted_page"),
    page: described(PageId, "The id of the page. The pages below it are gone too, and are not listed.")
  }).annotations(named("DeletedPage", "The change deleted a page."))
).annotations({ identifier: "ContentUpdateChange", description: "What one change did to a page." })

/** The effect of one change on a page. */
export type Outcome = typeof Outcome.Type

/**
 * The result of a batch: the current revision, the effect of each change on its page, in order and without the pages
 * below it, and the added files.
 */
export const ContentUpdate = Schema.Struct({
  object: Schema.Literal("content-update"),
  revision: described(RevisionId, "The id of the revision that the batch made."),
  changes: described(Schema.Array(Outcome), "What each change to a page did, in order."),
  insertedFiles: described(Schema.Array(File), "The files that the batch added, in order.")
}).annotations({ identifier: "ContentUpdate", description: "What a batch of changes did." })
export type ContentUpdate = typeof ContentUpdate.Type

/** The result of a batch in a change request, with the request after it. */
export const ChangeRequestContentUpdate = Schema.Struct({
  ...ContentUpdate.fields,
  changeRequest: described(ChangeRequest, "The change request as it is afterwards.")
}).annotations({
  identifier: "ChangeRequestContentUpdate",
  description: "What a batch of changes did in a change request."
})
export type ChangeRequestContentUpdate = typeof ChangeRequestContentUpdate.Type
