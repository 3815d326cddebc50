/** The endpoints of a space's content. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { ContentBatch } from "@lectern/core/content/ContentChange"
import { File, FileId } from "@lectern/core/content/File"
import { Page, PageId } from "@lectern/core/content/Page"
import { Revision } from "@lectern/core/content/Revision"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { optional } from "@lectern/core/internal/schema/Input"
import { list } from "@lectern/core/lists/List"
import { Changes } from "@lectern/core/revisions/Change"
import { SearchInput, SearchPageResult } from "@lectern/core/search/SearchResult"
import { ContentUpdate } from "@lectern/core/space-content/ContentUpdate"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Schema } from "effect"
import { get, post } from "../declaration/Endpoint.js"
import { BodyLimit, TakesRestOfPath } from "../dispatcher/Annotations.js"
import { ConflictError, PreconditionFailedError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { IfMatch } from "../params/HeaderParams.js"
import { RestOfPath, segment } from "../params/PathParams.js"
import { listParams } from "../params/QueryParams.js"
import { batchLimit, ChangesParams, ContentQuery, FileList, FilesQuery, PageQuery, Pages } from "./ContentShapes.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const FilePath = Schema.Struct({ ...SpacePath.fields, fileId: segment(FileId) })
const PagePath = Schema.Struct({ ...SpacePath.fields, pageId: segment(PageId) })
const RevisionPath = Schema.Struct({ ...SpacePath.fields, revisionId: segment(RevisionId) })
const RevisionPagePath = Schema.Struct({ ...RevisionPath.fields, pageId: segment(PageId) })

/** The content of a space at its current revision, and the changes that make the next one. */
export class SpaceContentApi extends HttpApiGroup.make("space-content")
  .add(
    get(
      "searchSpaceContent",
      "/v1/spaces/:spaceId/search",
      "Search a space",
      "Pages with the sections that match, best first. The last word matches as a prefix."
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct({ ...listParams, query: SearchInput.fields.query }))
      .addSuccess(list(SearchPageResult).annotations({ identifier: "SearchPageResultList" }))
      .addError(ReadErrors)
  )
  .add(
    get("getCurrentRevision", "/v1/spaces/:spaceId/content", "The current revision")
      .setPath(SpacePath)
      .setUrlParams(ContentQuery)
      .addSuccess(Revision)
      .addError(ReadErrors)
  )
  .add(
    post(
      "updateSpaceContent",
      "/v1/spaces/:spaceId/content",
      "Change content",
      "A batch of changes, applied in order as one revision or not at all. The body may have 32 MB. " +
        "The answer tells what each change did, and costs no more than that."
    )
      .annotate(BodyLimit, batchLimit)
      .setPath(SpacePath)
      .setHeaders(IfMatch)
      .setPayload(ContentBatch)
      .addSuccess(ContentUpdate)
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .add(
    get("listPages", "/v1/spaces/:spaceId/content/pages", "The tree of pages")
      .setPath(SpacePath)
      .setUrlParams(ContentQuery)
      .addSuccess(Pages)
      .addError(ReadErrors)
  )
  .add(
    get("listFiles", "/v1/spaces/:spaceId/content/files", "The files")
      .setPath(SpacePath)
      .setUrlParams(FilesQuery)
      .addSuccess(FileList)
      .addError(ReadErrors)
  )
  .add(
    get("getFileById", "/v1/spaces/:spaceId/content/files/:fileId", "A file")
      .setPath(FilePath)
      .setUrlParams(ContentQuery)
      .addSuccess(File)
      .addError(ReadErrors)
  )
  .add(
    get("getPageById", "/v1/spaces/:spaceId/content/page/:pageId", "A page with its body")
      .setPath(PagePath)
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageByPath",
      "/v1/spaces/:spaceId/content/path/:pagePath",
      "A page by its path",
      "Slashes in the path may be percent-encoded or not."
    )
      .annotate(TakesRestOfPath, true)
      .setPath(Schema.Struct({ ...SpacePath.fields, pagePath: RestOfPath }))
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
    get("getRevisionById", "/v1/spaces/:spaceId/revisions/:revisionId", "A revision")
      .setPath(RevisionPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Revision)
      .addError(ReadErrors)
  )
  .add(
    get("listPagesInRevisionById", "/v1/spaces/:spaceId/revisions/:revisionId/pages", "The tree of pages of a revision")
      .setPath(RevisionPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Pages)
      .addError(ReadErrors)
  )
  .add(
    get("listFilesInRevisionById", "/v1/spaces/:spaceId/revisions/:revisionId/files", "The files of a revision")
      .setPath(RevisionPath)
      .setUrlParams(FilesQuery)
      .addSuccess(FileList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageInRevisionById",
      "/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId",
      "A page of a revision with its body"
    )
      .setPath(RevisionPagePath)
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getRevisionSemanticChanges",
      "/v1/spaces/:spaceId/revisions/:revisionId/changes",
      "What a revision changed",
      "Compared with its first parent, or with another revision of the space."
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
  .annotateContext(OpenApi.annotations({ title: "Revisions", description: "Content as it was at a revision." })) {}
