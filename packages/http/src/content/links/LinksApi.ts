/** The endpoints of links. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { FileId } from "@lectern/core/content/File"
import { PageId } from "@lectern/core/content/Page"
import { ContentLocation, LinkList, LinkStatus } from "@lectern/core/internal/content/links/Link"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get } from "../../foundation/declaration/Endpoint.js"
import { ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams, oneOf } from "../../foundation/params/QueryParams.js"
import { revisionSegment } from "../pages/ContentShapes.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({ ...SpacePath.fields, changeRequestId: segment(ChangeRequestRef) })
const RevisionPath = Schema.Struct({ ...SpacePath.fields, revisionId: revisionSegment })
const page = { pageId: segment(PageId) }
const file = { fileId: segment(FileId) }

const ListQuery = Schema.Struct(listParams)
const LinksQuery = Schema.Struct({
  ...listParams,
  status: optional(LinkStatus.annotations({ description: "Only links with this status." }))
})
const RequestLinksQuery = Schema.Struct({
  ...LinksQuery.fields,
  brokenContext: optional(
    oneOf("change-request", "space").annotations({
      description: "Only links that the change request broke, or only broken ones that it did not."
    })
  )
})
const Backlinks = list(ContentLocation).annotations({ identifier: "ContentLocationList" })

/** The links of content with their status, and backlinks. */
export class LinksApi extends HttpApiGroup.make("links")
  .add(
    get(
      "listSpaceLinks",
      "/v1/spaces/:spaceId/links",
      "List the links of a space",
      "Lists every link, image, file, include and mention of the current revision, by page and place in it."
    )
      .setPath(SpacePath)
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listPageLinksInSpace",
      "/v1/spaces/:spaceId/content/page/:pageId/links",
      "List the links of a page",
      "Lists every link, image, file, include and mention of the page at the current revision."
    )
      .setPath(Schema.Struct({ ...SpacePath.fields, ...page }))
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listSpacePageBacklinks",
      "/v1/spaces/:spaceId/content/page/:pageId/backlinks",
      "List the backlinks of a page",
      "Lists the places that lead to the page, as far as the caller may read them."
    )
      .setPath(Schema.Struct({ ...SpacePath.fields, ...page }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listSpaceFileBacklinks",
      "/v1/spaces/:spaceId/content/files/:fileId/backlinks",
      "List the backlinks of a file",
      "Lists the places that show or lead to the file, as far as the caller may read them."
    )
      .setPath(Schema.Struct({ ...SpacePath.fields, ...file }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listChangeRequestLinks",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/links",
      "List the links of a change request",
      "Lists the links of the whole content as the change request has it; `stats` says how many of them it broke."
    )
      .setPath(RequestPath)
      .setUrlParams(RequestLinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listPageLinksInChangeRequest",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
      "List the links of a page of a change request",
      "Lists every link, image, file, include and mention of the page as the change request has it."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, ...page }))
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listChangeRequestPageBacklinks",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
      "List the backlinks of a page of a change request",
      "Lists the places that lead to the page in the content of the change request."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, ...page }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listChangeRequestFileBacklinks",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks",
      "List the backlinks of a file of a change request",
      "Lists the places that show or lead to the file in the content of the change request."
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, ...file }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listRevisionLinks",
      "/v1/spaces/:spaceId/revisions/:revisionId/links",
      "List the links of a revision",
      "Lists the links of the whole content as it was."
    )
      .setPath(RevisionPath)
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listPageLinksInRevision",
      "/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/links",
      "List the links of a page of a revision",
      "Lists every link, image, file, include and mention of the page as it was."
    )
      .setPath(Schema.Struct({ ...RevisionPath.fields, ...page }))
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listRevisionPageBacklinks",
      "/v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/backlinks",
      "List the backlinks of a page of a revision",
      "Lists the places that led to the page in the content as it was."
    )
      .setPath(Schema.Struct({ ...RevisionPath.fields, ...page }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listRevisionFileBacklinks",
      "/v1/spaces/:spaceId/revisions/:revisionId/files/:fileId/backlinks",
      "List the backlinks of a file of a revision",
      "Lists the places that showed or led to the file in the content as it was."
    )
      .setPath(Schema.Struct({ ...RevisionPath.fields, ...file }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Links", description: "Every reference of content, and whether it leads anywhere." })
  ) {}
