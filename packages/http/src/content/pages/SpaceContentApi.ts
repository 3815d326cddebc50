/** The endpoints of a space's content. */

import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Changes } from "@lectern/core/comparison/Change"
import { ItemComparison } from "@lectern/core/comparison/ItemComparison"
import { ContentBatch } from "@lectern/core/content/ContentChange"
import { File, FileId } from "@lectern/core/content/File"
import { Page, PageId } from "@lectern/core/content/Page"
import { RestoreRevision, Revision, RevisionSummary } from "@lectern/core/content/Revision"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { NameRevision } from "@lectern/core/revisions/NamedRevision"
import { SearchInput, SearchPageResult } from "@lectern/core/search/SearchResult"
import { ContentUpdate } from "@lectern/core/space-content/ContentUpdate"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import { BodyLimit, OpenToVisitors, TakesRestOfPath } from "../../foundation/dispatcher/Annotations.js"
import { requestLimits } from "../../foundation/dispatcher/Limits.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  PreconditionFailedError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { IfMatch } from "../../foundation/params/HeaderParams.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"
import {
  ChangesParams,
  ContentQuery,
  FileList,
  FilesQuery,
  itemSegment,
  PageQuery,
  Pages,
  PathOfPage,
  RevisionList,
  RevisionsParams,
  revisionSegment
} from "./ContentShapes.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const FilePath = Schema.Struct({ ...SpacePath.fields, fileId: segment(FileId) })
const PagePath = Schema.Struct({ ...SpacePath.fields, pageId: segment(PageId) })
const RevisionPath = Schema.Struct({
  ...SpacePath.fields,
  revisionId: revisionSegment
})
const RevisionPagePath = Schema.Struct({ ...RevisionPath.fields, pageId: segment(PageId) })
const RevisionFilePath = Schema.Struct({ ...RevisionPath.fields, fileId: segment(FileId) })

/** The content of a space at its current revision, and the changes that make the next one. */
export class SpaceContentApi extends HttpApiGroup.make("space-content")
  .add(
    get(
      "searchSpaceContent",
      "/v1/spaces/:spaceId/search",
      "Search a space",
      "Finds pages with the sections that match, best first. Pages with all of the words come before pages with most of them; the last word also matches as a prefix."
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct({ ...listParams, query: SearchInput.fields.query }))
      .addSuccess(list(SearchPageResult).annotations({ identifier: "SearchPageResultList" }))
      .addError(ReadErrors)
  )
  .add(
    get(
      "getCurrentRevision",
      "/v1/spaces/:spaceId/content",
      "Get the current revision of a space",
      "Returns the whole tree of pages, without bodies, and the files. Answers have an entity tag, which changes with the content."
    )
      .annotate(OpenToVisitors, "space")
      .setPath(SpacePath)
      .setUrlParams(ContentQuery)
      .addSuccess(Revision)
      .addError(ReadErrors)
  )
  .add(
    post(
      "updateSpaceContent",
      "/v1/spaces/:spaceId/content",
      "Change the content of a space",
      "Applies a batch of changes in order, as one revision or not at all. The body may have up to 32 MB. Returns what each change did."
    )
      .annotate(BodyLimit, requestLimits.batch)
      .setPath(SpacePath)
      .setHeaders(IfMatch)
      .setPayload(ContentBatch)
      .addSuccess(ContentUpdate)
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .add(
    get(
      "listPages",
      "/v1/spaces/:spaceId/content/pages",
      "List the pages of a space",
      "Returns the tree of pages at the current revision, without bodies."
    )
      .annotate(OpenToVisitors, "space")
      .setPath(SpacePath)
      .setUrlParams(ContentQuery)
      .addSuccess(Pages)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listFiles",
      "/v1/spaces/:spaceId/content/files",
      "List the files of a space",
      "Lists the files at the current revision, whether pages refer to them or not."
    )
      .annotate(OpenToVisitors, "space")
      .setPath(SpacePath)
      .setUrlParams(FilesQuery)
      .addSuccess(FileList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getFileById",
      "/v1/spaces/:spaceId/content/files/:fileId",
      "Get a file of a space",
      "Returns the file at the current revision. Its bytes are at `downloadURL`."
    )
      .annotate(OpenToVisitors, "space")
      .setPath(FilePath)
      .setUrlParams(ContentQuery)
      .addSuccess(File)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageById",
      "/v1/spaces/:spaceId/content/page/:pageId",
      "Get a page",
      "Returns the page at the current revision with its body, as markdown or as a tree."
    )
      .annotate(OpenToVisitors, "space")
      .setPath(PagePath)
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageByPath",
      "/v1/spaces/:spaceId/content/path/:pagePath",
      "Get a page by its path",
      "Returns the page at the current revision with its body. Slashes in the path may be percent-encoded or not."
    )
      .annotate(OpenToVisitors, "space")
      .annotate(TakesRestOfPath, true)
      .setPath(Schema.Struct({ ...SpacePath.fields, pagePath: PathOfPage }))
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Space content", description: "The content of a space, and changes to it." })
  ) {}

/** The content of a space as it was at any revision. A revision never changes. */
export class RevisionsApi extends HttpApiGroup.make("revisions")
  .add(
    get(
      "listRevisionsForSpace",
      "/v1/spaces/:spaceId/revisions",
      "List the revisions of a space",
      "Lists the revisions of main, newest first, without their content. Those of a change request are not among them; its merge is."
    )
      .setPath(SpacePath)
      .setUrlParams(RevisionsParams)
      .addSuccess(RevisionList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId",
      "Get a revision",
      "Returns the tree of pages, without bodies, and the files as they were. A revision never changes, so the answer can be cached for ever."
    )
      .setPath(RevisionPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Revision)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listPagesInRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId/pages",
      "List the pages of a revision",
      "Returns the tree of pages as it was, without bodies."
    )
      .setPath(RevisionPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Pages)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listFilesInRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId/files",
      "List the files of a revision",
      "Lists the files as they were."
    )
      .setPath(RevisionPath)
      .setUrlParams(FilesQuery)
      .addSuccess(FileList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getFileInRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId/files/:fileId",
      "Get a file of a revision",
      "Returns the file as it was. Its bytes are at `downloadURL`."
    )
      .setPath(RevisionFilePath)
      .setUrlParams(ContentQuery)
      .addSuccess(File)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageInRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId",
      "Get a page of a revision",
      "Returns the page as it was, with its body."
    )
      .setPath(RevisionPagePath)
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageInRevisionByPath",
      "/v1/spaces/:spaceId/revisions/:revisionId/path/:pagePath",
      "Get a page of a revision by its path",
      "Returns the page that had this path, as it was, with its body."
    )
      .annotate(TakesRestOfPath, true)
      .setPath(Schema.Struct({ ...RevisionPath.fields, pagePath: PathOfPage }))
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getRevisionSemanticChanges",
      "/v1/spaces/:spaceId/revisions/:revisionId/changes",
      "List the changes of a revision",
      "Returns what differs from the first parent of the revision, or from another revision of the space."
    )
      .setPath(RevisionPath)
      .setUrlParams(
        Schema.Struct({
          ...ChangesParams.fields,
          compare: optional(RevisionId.annotations({ description: "The revision that this one is compared with." }))
        })
      )
      .addSuccess(Changes)
      .addError(ReadErrors)
  )
  .add(
    get(
      "compareItemInRevision",
      "/v1/spaces/:spaceId/revisions/:revisionId/changes/:itemId",
      "Compare an item of a revision",
      "Returns what differs in one page, file or other item from the first parent of the revision, or from another revision of the space, with both texts and all of their blocks."
    )
      .setPath(Schema.Struct({ ...RevisionPath.fields, itemId: itemSegment }))
      .setUrlParams(
        Schema.Struct({
          compare: optional(RevisionId.annotations({ description: "The revision that this one is compared with." }))
        })
      )
      .addSuccess(ItemComparison)
      .addError(ReadErrors)
  )
  .add(
    post(
      "restoreRevision",
      "/v1/spaces/:spaceId/revisions/:revisionId/restore",
      "Restore a revision",
      "Makes a revision with the content of an old one, or with some pages of it, each with everything that was below it. A page that still exists stays where it is. Returns the current revision; where nothing differs, none is made."
    )
      .setPath(RevisionPath)
      .setPayload(RestoreRevision)
      .addSuccess(RevisionSummary)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    put(
      "nameRevision",
      "/v1/spaces/:spaceId/revisions/:revisionId/name",
      "Name a revision",
      "Gives any revision of the space a name, also one of a change request, or replaces its name and description. Needs `edit`, also where the space is locked. It is a conflict if another revision of the space has the name."
    )
      .setPath(RevisionPath)
      .setPayload(NameRevision)
      .addSuccess(RevisionSummary)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteRevisionName",
      "/v1/spaces/:spaceId/revisions/:revisionId/name",
      "Remove the name of a revision",
      "Needs `edit`. The revision itself stays."
    )
      .setPath(RevisionPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(OpenApi.annotations({ title: "Revisions", description: "Content as it was at a revision." })) {}
