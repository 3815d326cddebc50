/** The endpoints of sites' redirects. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import {
  CreateSiteRedirect,
  SiteRedirect,
  SiteRedirectId,
  UpdateSiteRedirect
} from "@lectern/core/sites/site-redirects/SiteRedirect"
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
const RedirectPath = Schema.Struct({
  ...SitePath.fields,
  siteRedirectId: described(segment(SiteRedirectId), "The id of a redirect, as the redirects of the site are listed.")
})

/** Paths of sites that lead to another part of them. */
export class SiteRedirectsApi extends HttpApiGroup.make("site-redirects")
  .add(
    get(
      "listSiteRedirects",
      "/v1/orgs/:organizationId/sites/:siteId/redirects",
      "List the redirects of a site",
      "Lists the redirects in the order of their creation. Needs the level `create` on the site."
    )
      .setPath(SitePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(SiteRedirect).annotations({ identifier: "SiteRedirectList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "createSiteRedirect",
      "/v1/orgs/:organizationId/sites/:siteId/redirects",
      "Create a redirect",
      "Leads a path of the site to a section, a space or a page of it. Each path has one redirect."
    )
      .setPath(SitePath)
      .setPayload(CreateSiteRedirect)
      .addSuccess(SiteRedirect, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    patch(
      "updateSiteRedirectById",
      "/v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
      "Update a redirect",
      "Changes the path, or where it leads."
    )
      .setPath(RedirectPath)
      .setPayload(UpdateSiteRedirect)
      .addSuccess(SiteRedirect)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteRedirectById",
      "/v1/orgs/:organizationId/sites/:siteId/redirects/:siteRedirectId",
      "Delete a redirect",
      "The path no longer leads anywhere, unless a page has it."
    )
      .setPath(RedirectPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Redirects", description: "Paths of sites that lead to another part of them." })
  ) {}
