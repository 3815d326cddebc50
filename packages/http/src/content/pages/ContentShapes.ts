/** The common parameters and answers of reads of content. */
import { File } from "@lectern/core/content/File"
import { Page, PageId } from "@lectern/core/content/Page"
import { RevisionSummary } from "@lectern/core/content/Revision"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import * as Schema from "effect/Schema"
import { RestOfPath, segment } from "../../foundation/params/PathParams.js"
import { contentParams, flag, limitParam, listParams, oneOf } from "../../foundation/params/QueryParams.js"

/** The queries of every read. */
export const ContentQuery = Schema.Struct(contentParams)
/** The queries of a list of files. */
export const FilesQuery = Schema.Struct({ ...listParams, ...contentParams })
/** The queries of one page. */
export const PageQuery = Schema.Struct({
  ...contentParams,
  format: optional(oneOf("markdown", "document").annotations({ description: "`markdown` when omitted." })),
  evaluated: optional(flag("`true` evaluates expressions and variables."))
})
/** The id of a revision, in a request's path. */
export const revisionSegment = described(segment(RevisionId), "The id of any revision of the space, old or current.")
/** The path of a page, as the rest of a request's path. */
export const PathOfPage = described(RestOfPath, "The path of the page: the slugs from the root, joined by `/`.")
/** The queries of comparisons. */
export const ChangesParams = Schema.Struct({
  page: listParams.page,
  limit: limitParam("changes", 10),
  blocks: optional(flag("`false` leaves out the blocks of texts, which take the most time to compare."))
})
/** The id of an item, in a request's path. */
export const itemSegment = described(
  segment(Schema.String),
  "The id of a page, a file or a reusable content, or `variables`, `redirects` or `source`, which is the layout of the folder."
)
/** The queries of lists of revisions. */
export const RevisionsParams = Schema.Struct({
  ...listParams,
  changedPage: optional(
    PageId.annotations({ description: "Only those that created, changed, moved or deleted the page with this id." })
  ),
  named: optional(flag("`true` lists only those with a name."))
})
/** A tree of pages. */
export const Pages = Schema.Struct({
  pages: described(Schema.Array(Page), "The pages at the root, in order, each with those below it.")
}).annotations({ identifier: "Pages", description: "A tree of pages, without their bodies." })
/** A list of files. */
export const FileList = list(File).annotations({ identifier: "FileList" })
/** A list of revisions. */
export const RevisionList = list(RevisionSummary).annotations({ identifier: "RevisionList" })
