/** The endpoints of published sites. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { PublishedContent } from "@lectern/core/sites/published-content/PublishedContent"
import { SiteId } from "@lectern/core/sites/Site"
import { Schema } from "effect"
import { get } from "../../declaration/Endpoint.js"
import { ReadErrors } from "../../errors/WireError.js"
import { segment } from "../../params/PathParams.js"
import { shareParams } from "../../params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })
const VisitorQuery = Schema.Struct(shareParams, {
  key: Schema.TemplateLiteral("visitor.", Schema.String),
  value: Schema.Union(Schema.String, Schema.Array(Schema.String))
})

/** Published sites, as their visitors see them. */
export class PublishedContentApi extends HttpApiGroup.make("published-content")
  .add(
    get(
      "getPublishedContentSite",
      "/v1/orgs/:organizationId/sites/:siteId/published",
      "Get a published site",
      "Returns the site as a visitor sees it. Queries such as `visitor.beta=true` are unsigned claims: `visitor.claims.unsigned.beta`."
    )
      .setPath(SitePath)
      .setUrlParams(VisitorQuery)
      .addSuccess(PublishedContent)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Published content", description: "Sites, as their visitors see them." })
  ) {}
