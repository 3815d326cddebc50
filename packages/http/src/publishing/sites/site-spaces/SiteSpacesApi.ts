/** The endpoints of the spaces on a site. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { SiteSpaceId } from "@lectern/core/internal/people/places/Structure"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { AddSpaceToSite, MoveSiteSpace, SiteSpace, UpdateSiteSpace } from "@lectern/core/sites/site-spaces/SiteSpace"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../../foundation/declaration/Endpoint.js"
import { OpenToVisitors } from "../../../foundation/dispatcher/Annotations.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { flag, listParams, shareParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })
const SiteSpacePath = Schema.Struct({
  ...SitePath.fields,
  siteSpaceId: described(
    segment(SiteSpaceId),
    "The id of the place of a space on a site, which is not the id of the space."
  )
})
const SiteSpacesParams = Schema.Struct({
  ...listParams,
  ...shareParams,
  default: optional(flag("`true` lists only those that are a default, `false` only the others."))
})

/** The spaces on a site. */
export class SiteSpacesApi extends HttpApiGroup.make("site-spaces")
  .add(
    get(
      "listSiteSpaces",
      "/v1/orgs/:organizationId/sites/:siteId/site-spaces",
      "List the spaces on a site",
      "Lists the site spaces that the caller may see, in order."
    )
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(SiteSpacesParams)
      .addSuccess(list(SiteSpace).annotations({ identifier: "SiteSpaceList" }))
      .addError(ReadErrors)
  )
  .add(
    post(
      "addSpaceToSite",
      "/v1/orgs/:organizationId/sites/:siteId/site-spaces",
      "Add a space to a site",
      "Puts the space last in a section; without `sectionId` in the default section, or beside the other spaces of a site without sections."
    )
      .setPath(SitePath)
      .setPayload(AddSpaceToSite)
      .addSuccess(SiteSpace, { status: 201 })
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    remove(
      "deleteSiteSpaceById",
      "/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId",
      "Remove a space from a site",
      "The space itself stays. A section goes with the last of its spaces."
    )
      .setPath(SiteSpacePath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateSiteSpaceById",
      "/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId",
      "Update a space on a site",
      "Changes the path, the condition, or which space is shown there."
    )
      .setPath(SiteSpacePath)
      .setPayload(UpdateSiteSpace)
      .addSuccess(SiteSpace)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .add(
    post(
      "moveSiteSpace",
      "/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/move",
      "Move a space on a site",
      "Moves it among the spaces of its section. `sortSiteStructure` does the same for anything on a site, and is the newer way."
    )
      .setPath(SiteSpacePath)
      .setPayload(MoveSiteSpace)
      .addSuccess(SiteSpace)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Site spaces",
      description: "Which spaces are on a site, at which path, and who sees them."
    })
  ) {}
