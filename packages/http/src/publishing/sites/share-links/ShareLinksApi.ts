/** The endpoints of sites' share links. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { CreateShareLink, ShareLink, ShareLinkId, UpdateShareLink } from "@lectern/core/sites/share-links/ShareLink"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../../foundation/declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { listParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })
const ShareLinkPath = Schema.Struct({
  ...SitePath.fields,
  shareLinkId: described(segment(ShareLinkId), "The id of the share link, which is not its key.")
})

/** Secret URLs of sites that admit everyone who knows them. */
export class ShareLinksApi extends HttpApiGroup.make("share-links")
  .add(
    get(
      "listSiteShareLinks",
      "/v1/orgs/:organizationId/sites/:siteId/share-links",
      "List the share links of a site",
      "Lists the links with their secret addresses. Needs the level `create` on the site."
    )
      .setPath(SitePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(ShareLink).annotations({ identifier: "ShareLinkList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createSiteShareLink",
      "/v1/orgs/:organizationId/sites/:siteId/share-links",
      "Create a share link",
      "Creates a secret address of the site, active from the beginning. Readers can use it while the visibility of the site is `share-link`."
    )
      .setPath(SitePath)
      .setPayload(CreateShareLink)
      .addSuccess(ShareLink, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteShareLinkById",
      "/v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
      "Delete a share link",
      "Its address stops working."
    )
      .setPath(ShareLinkPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSiteShareLinkById",
      "/v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId",
      "Update a share link",
      "Changes the name, or whether the address works."
    )
      .setPath(ShareLinkPath)
      .setPayload(UpdateShareLink)
      .addSuccess(ShareLink)
      .addError(WriteErrors)
  )
  .add(
    post(
      "renewSiteShareLink",
      "/v1/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId/renew",
      "Renew a share link",
      "Gives the link a new secret address. The old one stops working."
    )
      .setPath(ShareLinkPath)
      .addSuccess(ShareLink)
      .addError(WriteErrors)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Share links",
      description: "Secret addresses of sites: whoever knows one can read the site."
    })
  ) {}
