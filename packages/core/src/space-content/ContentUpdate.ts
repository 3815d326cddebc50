/** What a batch of changes did, as answered. */
import * as Schema from "effect/Schema"
import { ChangeRequest, type ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { File } from "../content/File.js"
import { PageId } from "../content/Page.js"
import { RevisionId } from "../content/RevisionId.js"
import { optional } from "../schema/Input.js"
import { changeRequestUrls, spaceUrls } from "../urls/PublicUrls.js"

const PageRef = Schema.Struct({
  object: Schema.Literal("page"),
  id: PageId,
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "ContentUpdatePage" })

const Outcome = Schema.Union(
  Schema.Struct({ object: Schema.Literal("created_page"), ref: optional(Schema.String), page: PageRef }),
  Schema.Struct({ object: Schema.Literal("updated_page"), page: PageRef }),
  Schema.Struct({ object: Schema.Literal("deleted_page"), page: PageId })
).annotations({ identifier: "ContentUpdateChange" })

/** What one change did to a page. */
export type Outcome = typeof Outcome.Type

/**
 * What a batch did: the revision that is current then, what each change to a page did, in order and without the pages
 * below it, and the files that it added.
 */
export const ContentUpdate = Schema.Struct({
  object: Schema.Literal("content-update"),
  revision: RevisionId,
  changes: Schema.Array(Outcome),
  insertedFiles: Schema.Array(File)
}).annotations({ identifier: "ContentUpdate" })
/** @see {@link ContentUpdate} */
export type ContentUpdate = typeof ContentUpdate.Type

/** What a batch did in a change request, with the request as it is then. */
export const ChangeRequestContentUpdate = Schema.Struct({
  ...ContentUpdate.fields,
  changeRequest: ChangeRequest
}).annotations({ identifier: "ChangeRequestContentUpdate" })
/** @see {@link ChangeRequestContentUpdate} */
export type ChangeRequestContentUpdate = typeof ChangeRequestContentUpdate.Type

/** A page as it is referred to; it is read in the change request that it was edited in. */
export const pageRef = (
  base: string,
  space: string,
  changeRequest: ChangeRequestRef | undefined,
  id: PageId
): typeof PageRef.Type => {
  const { location } =
    changeRequest === undefined ? spaceUrls(base, space) : changeRequestUrls(base, space, String(changeRequest))
  return { object: "page", id, urls: { location: `${location}/content/page/${id}` } }
}
