/** The endpoints of sites. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  CreateSite,
  PublishingAuth,
  RotateSigningKey,
  SigningKeyId,
  Site,
  SiteId,
  UpdatePublishingAuth,
  UpdateSite
} from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { flag, listParams, shareParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const SitePath = Schema.Struct({ ...OrganizationPath.fields, siteId: segment(SiteId) })
const SitesQuery = Schema.Struct({
  ...listParams,
  space: optional(SpaceId.annotations({ description: "Only those that this space is on." })),
  title: optional(Schema.String.annotations({ description: "Only those with this in their title." })),
  published: optional(flag("Only those that are published, or that are not."))
})

/** Documentation sites made of spaces. */
export class SitesApi extends HttpApiGroup.make("sites")
  .add(
    get(
      "listSites",
      "/v1/orgs/:organizationId/sites",
      "List the sites of an organization",
      "Lists the sites that the caller may see, in the order of their creation."
    )
      .setPath(OrganizationPath)
      .setUrlParams(SitesQuery)
      .addSuccess(list(Site).annotations({ identifier: "SiteList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "createSite",
      "/v1/orgs/:organizationId/sites",
      "Create a site",
      "From existing spaces, or with one new space (`empty` or `sample`). It is not published yet."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateSite)
      .addSuccess(Site, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    get(
      "getSiteById",
      "/v1/orgs/:organizationId/sites/:siteId",
      "Get a site",
      "Members see the sites that they have access to."
    )
      .setPath(SitePath)
      .setUrlParams(Schema.Struct(shareParams))
      .addSuccess(Site)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateSiteById",
      "/v1/orgs/:organizationId/sites/:siteId",
      "Update a site",
      "Changes the given fields. Needs the level `create` on the site."
    )
      .setPath(SitePath)
      .setPayload(UpdateSite)
      .addSuccess(Site)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteById",
      "/v1/orgs/:organizationId/sites/:siteId",
      "Delete a site",
      "Deletes the site with its structure, share links and redirects. The spaces on it stay."
    )
      .setPath(SitePath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "publishSite",
      "/v1/orgs/:organizationId/sites/:siteId/publish",
      "Publish a site",
      "Opens the site to those whom its `visibility` allows."
    )
      .setPath(SitePath)
      .addSuccess(Site)
      .addError(WriteErrors)
  )
  .add(
    post(
      "unpublishSite",
      "/v1/orgs/:organizationId/sites/:siteId/unpublish",
      "Unpublish a site",
      "Makes the site unavailable to readers. Its structure and addresses are kept for the next time it is published."
    )
      .setPath(SitePath)
      .addSuccess(Site)
      .addError(WriteErrors)
  )
  .add(
    get(
      "getSitePublishingAuthById",
      "/v1/orgs/:organizationId/sites/:siteId/publishing/auth",
      "Get the visitor authentication of a site",
      "Returns how visitors authenticate, with the signing key. Needs the level `create` on the site."
    )
      .setPath(SitePath)
      .addSuccess(PublishingAuth)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSitePublishingAuthById",
      "/v1/orgs/:organizationId/sites/:siteId/publishing/auth",
      "Update the visitor authentication of a site",
      "Changes the given fields; the signing key stays."
    )
      .setPath(SitePath)
      .setPayload(UpdatePublishingAuth)
      .addSuccess(PublishingAuth)
      .addError(WriteErrors)
  )
  .add(
    post(
      "regenerateSitePublishingAuthById",
      "/v1/orgs/:organizationId/sites/:siteId/publishing/auth/regenerate",
      "Replace the signing key of a site",
      "Makes a new key. Tokens that were signed with the old one are refused from then on."
    )
      .setPath(SitePath)
      .addSuccess(PublishingAuth)
      .addError(WriteErrors)
  )
  .add(
    post(
      "rotateSitePublishingKey",
      "/v1/orgs/:organizationId/sites/:siteId/publishing/keys",
      "Rotate the signing key of a site",
      "Makes a new key to sign tokens with. Tokens that the key before it signed stay valid for a while."
    )
      .setPath(SitePath)
      .setPayload(RotateSigningKey)
      .addSuccess(PublishingAuth, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSitePublishingKeyById",
      "/v1/orgs/:organizationId/sites/:siteId/publishing/keys/:signingKeyId",
      "Delete an earlier signing key",
      "Tokens that it signed are refused from then on. The current key can only be replaced."
    )
      .setPath(
        Schema.Struct({
          ...SitePath.fields,
          signingKeyId: described(
            segment(SigningKeyId),
            "The id of an earlier signing key, as the visitor authentication of the site lists it."
          )
        })
      )
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Sites", description: "Documentation sites: spaces, published for readers." })
  ) {}
