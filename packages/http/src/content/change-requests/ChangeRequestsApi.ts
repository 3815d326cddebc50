/** The endpoints of change requests and of their content. */

import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  ChangeRequest,
  ChangeRequestRef,
  ChangeRequestStatus,
  CreateChangeRequest,
  MergeChangeRequest,
  MergeResult,
  PullResult,
  UpdateChangeRequest
} from "@lectern/core/change-requests/ChangeRequest"
import { ReopenConflicts } from "@lectern/core/change-requests/DecidedConflict"
import { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { ProposedChanges } from "@lectern/core/change-requests/ProposedChanges"
import { ItemComparison } from "@lectern/core/comparison/ItemComparison"
import { ContentBatch } from "@lectern/core/content/ContentChange"
import { File, FileId } from "@lectern/core/content/File"
import { Page, PageId } from "@lectern/core/content/Page"
import { Revision } from "@lectern/core/content/Revision"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { MergeRuleEvaluation } from "@lectern/core/reviews/MergeRuleEvaluation"
import { ChangeRequestContentUpdate } from "@lectern/core/space-content/ContentUpdate"
import { SpaceId } from "@lectern/core/spaces/Space"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, patch, post } from "../../foundation/declaration/Endpoint.js"
import { BodyLimit, TakesRestOfPath } from "../../foundation/dispatcher/Annotations.js"
import { requestLimits } from "../../foundation/dispatcher/Limits.js"
import { ConflictError, PreconditionFailedError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { IfMatch } from "../../foundation/params/HeaderParams.js"
import { segment } from "../../foundation/params/PathParams.js"
import { flag, listParams, oneOf } from "../../foundation/params/QueryParams.js"
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
  RevisionsParams
} from "../pages/ContentShapes.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({
  ...SpacePath.fields,
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})
const FilePath = Schema.Struct({ ...RequestPath.fields, fileId: segment(FileId) })
const PagePath = Schema.Struct({ ...RequestPath.fields, pageId: segment(PageId) })

/** Proposed changes to a space, and their lifecycle. */
export class ChangeRequestsApi extends HttpApiGroup.make("change-requests")
  .add(
    get(
      "listChangeRequestsForSpace",
      "/v1/spaces/:spaceId/change-requests",
      "List the change requests of a space",
      "Lists open change requests, newest first, unless `status` asks for others."
    )
      .setPath(SpacePath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          status: optional(ChangeRequestStatus.annotations({ description: "`open` when omitted." })),
          contributor: optional(UserId.annotations({ description: "Only those to which this user contributed." }))
        })
      )
      .addSuccess(list(ChangeRequest).annotations({ identifier: "ChangeRequestList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "createChangeRequest",
      "/v1/spaces/:spaceId/change-requests",
      "Open a change request",
      "Creates a draft over the current revision of the space. It copies nothing and holds only what it changes."
    )
      .setPath(SpacePath)
      .setPayload(CreateChangeRequest)
      .addSuccess(ChangeRequest, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId",
      "Get a change request",
      "Takes the id, or the number of the change request in its space."
    )
      .setPath(RequestPath)
      .setUrlParams(
        Schema.Struct({
          format: optional(
            oneOf("markdown", "document").annotations({
              description: "The form of the description: `markdown` when omitted."
            })
          )
        })
      )
      .addSuccess(ChangeRequest)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId",
      "Update a change request",
      "Changes the subject or the status. A status reopens an archived request, and continues a merged one from its merged revision."
    )
      .setPath(RequestPath)
      .setPayload(UpdateChangeRequest)
      .addSuccess(ChangeRequest)
      .addError(WriteErrors)
  )
  .add(
    post(
      "mergeChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/merge",
      "Merge a change request",
      "Makes a revision of main that has the changes of both sides. Where they conflict, nothing changes and the result is `conflicts`. A request that does not satisfy the rules of approval is refused."
    )
      .setPath(RequestPath)
      .setPayload(MergeChangeRequest)
      .addSuccess(MergeResult)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getChangeRequestMergeRules",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/merge-rules",
      "Get the rules of approval of a change request",
      "Returns the rules that hold for a change request, which of them it satisfies, and the approvals that count."
    )
      .setPath(RequestPath)
      .addSuccess(MergeRuleEvaluation)
      .addError(ReadErrors)
  )
  .add(
    post(
      "updateChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/update",
      "Update a change request from main",
      "Brings the changes of main into the request. Where texts conflict, both versions stay in the page between conflict markers; other conflicts stay listed until they are decided."
    )
      .setPath(RequestPath)
      .addSuccess(PullResult)
      .addError(WriteErrors)
  )
  .add(
    post(
      "resolveChangeRequestConflicts",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/resolve",
      "Resolve conflicts of a change request",
      "Updates the request from main and decides conflicts: each decision takes a side, or gives the text in place of both. What is not decided stays as in an update."
    )
      .setPath(RequestPath)
      .setPayload(ResolveConflicts)
      .addSuccess(PullResult)
      .addError(WriteErrors)
  )
  .add(
    post(
      "reopenChangeRequestConflicts",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/reopen",
      "Reopen conflicts of a change request",
      "Updates the request from main and undoes decisions: their conflicts are open again, with the versions that they had, until somebody decides them. Fails if what was decided has been edited since."
    )
      .setPath(RequestPath)
      .setPayload(ReopenConflicts)
      .addSuccess(PullResult)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Change requests", description: "Proposed changes to a space, and their merging." })
  ) {}

const CompatQuery = Schema.Struct({
  compat: optional(flag("`false` answers what each change did; else the change request is answered."))
})

/** The content of a space with the changes of a change request. */
export class ChangeRequestContentApi extends HttpApiGroup.make("change-request-content")
  .add(
    get(
      "getRevisionOfChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content",
      "Get the current revision of a change request",
      "Returns the whole tree of pages, without bodies, and the files, as they would be after a merge into the base."
    )
      .setPath(RequestPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Revision)
      .addError(ReadErrors)
  )
  .add(
    post(
      "updateChangeRequestContent",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content",
      "Change the content of a change request",
      "Applies a batch of changes in order, as one revision or not at all. The body may have up to 32 MB."
    )
      .annotate(BodyLimit, requestLimits.batch)
      .setPath(RequestPath)
      .setUrlParams(CompatQuery)
      .setHeaders(IfMatch)
      .setPayload(ContentBatch)
      .addSuccess(Schema.Union(ChangeRequest, ChangeRequestContentUpdate))
      .addError(WriteErrors)
      .addError(ConflictError)
      .addError(PreconditionFailedError)
  )
  .add(
    get(
      "listPagesInChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/pages",
      "List the pages of a change request",
      "Returns the tree of pages as the change request has it, without bodies."
    )
      .setPath(RequestPath)
      .setUrlParams(ContentQuery)
      .addSuccess(Pages)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listFilesInChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/files",
      "List the files of a change request",
      "Lists the files as the change request has them."
    )
      .setPath(RequestPath)
      .setUrlParams(FilesQuery)
      .addSuccess(FileList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getFileInChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId",
      "Get a file of a change request",
      "Returns the file as the change request has it."
    )
      .setPath(FilePath)
      .setUrlParams(ContentQuery)
      .addSuccess(File)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageInChangeRequestById",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId",
      "Get a page of a change request",
      "Returns the page as the change request has it, with its body."
    )
      .setPath(PagePath)
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getPageInChangeRequestByPath",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/path/:pagePath",
      "Get a page of a change request by its path",
      "Returns the page as the change request has it, with its body."
    )
      .annotate(TakesRestOfPath, true)
      .setPath(Schema.Struct({ ...RequestPath.fields, pagePath: PathOfPage }))
      .setUrlParams(PageQuery)
      .addSuccess(Page)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listRevisionsForChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/revisions",
      "List the revisions of a change request",
      "Lists the revisions that were made in the request, newest first, without their content. There are none until it changes something."
    )
      .setPath(RequestPath)
      .setUrlParams(RevisionsParams)
      .addSuccess(RevisionList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "getChangeRequestChanges",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/changes",
      "List the changes of a change request",
      "Returns what the request changes, and what of it conflicts with main as it is now."
    )
      .setPath(RequestPath)
      .setUrlParams(ChangesParams)
      .addSuccess(ProposedChanges)
      .addError(ReadErrors)
  )
  .add(
    get(
      "compareItemInChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/changes/:itemId",
      "Compare an item of a change request",
      "Returns what the request changes in one page, file or other item, with both texts and all of their blocks."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, itemId: itemSegment }))
      .addSuccess(ItemComparison)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Change request content",
      description: "The content of a space as a change request makes it."
    })
  ) {}
