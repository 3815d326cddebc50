/** The endpoints of a site's structure as a whole. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { SiteStructure, SiteStructureItem, SortSiteStructure } from "@lectern/core/sites/site-structure/SiteStructure"
import * as Schema from "effect/Schema"
import { get, patch } from "../../../foundation/declaration/Endpoint.js"
import { OpenToVisitors } from "../../../foundation/dispatcher/Annotations.js"
import { ConflictError, ReadErrors, WriteErrors } from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { shareParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** The structure of a site. */
export class SiteStructureApi extends HttpApiGroup.make("site-structure")
  .add(
    get(
      "getSiteStructure",
      "/v1/orgs/:organizationId/sites/:siteId/structure",
      "Get the structure of a site",
      "Returns its spaces, or its sections and groups of sections, in order."
    )
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(Schema.Struct(shareParams))
      .addSuccess(SiteStructure)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "sortSiteStructure",
      "/v1/orgs/:organizationId/sites/:siteId/structure/sort",
      "Move any part of a site",
      "Moves a space within its section, a section into a group or out of one, or a group; without a position to the end."
    )
      .setPath(SitePath)
      .setPayload(SortSiteStructure)
      .addSuccess(SiteStructureItem)
      .addError(WriteErrors)
      .addError(ConflictError)
  )
  .annotateContext(OpenApi.annotations({ title: "Site structure", description: "What a site is made of." })) {}
