/** The endpoints of links. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { FileId } from "@lectern/core/content/File"
import { PageId } from "@lectern/core/content/Page"
import { ContentLocation, LinkList, LinkStatus } from "@lectern/core/internal/link-index/Link"
import { optional } from "@lectern/core/internal/schema/Input"
import { list } from "@lectern/core/lists/List"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Schema } from "effect"
import { get } from "../declaration/Endpoint.js"
import { ReadErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf } from "../params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({ ...SpacePath.fields, changeRequestId: segment(ChangeRequestRef) })
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

/** Every reference of content, whether its target is there, and the reverse. */
export class LinksApi extends HttpApiGroup.make("links")
  .add(
    get(
      "listSpaceLinks",
      "/v1/spaces/:spaceId/links",
      "The links of a space",
      "Every link, image, file, include and mention of the current revision, by page and place in it."
    )
      .setPath(SpacePath)
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get("listPageLinksInSpace", "/v1/spaces/:spaceId/content/page/:pageId/links", "The links of a page")
      .setPath(Schema.Struct({ ...SpacePath.fields, ...page }))
      .setUrlParams(LinksQuery)
      .addSuccess(LinkList)
      .addError(ReadErrors)
  )
  .add(
    get("listSpacePageBacklinks", "/v1/spaces/:spaceId/content/page/:pageId/backlinks", "What leads to a page")
      .setPath(Schema.Struct({ ...SpacePath.fields, ...page }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get("listSpaceFileBacklinks", "/v1/spaces/:spaceId/content/files/:fileId/backlinks", "What leads to a file")
      .setPath(Schema.Struct({ ...SpacePath.fields, ...file }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .add(
    get(
      "listChangeRequestLinks",
      "/v1/spaces/:spaceId/change-requests/:changeRequestId/links",
      "The links of a change request",
      "Those of the whole content as the change request has it; `stats` say how many it broke."
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
      "The links of a page of a change request"
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
      "What leads to a page of a change request"
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
      "What leads to a file of a change request"
    )
      .setPath(Schema.Struct({ ...RequestPath.fields, ...file }))
      .setUrlParams(ListQuery)
      .addSuccess(Backlinks)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Links", description: "Every reference of content, and whether it leads anywhere." })
  ) {}
