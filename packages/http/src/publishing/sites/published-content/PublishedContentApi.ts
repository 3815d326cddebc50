/** The endpoints of published sites. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SearchInput, SearchSpaceResult } from "@lectern/core/search/SearchResult"
import { PublishedContent } from "@lectern/core/sites/published-content/PublishedContent"
import { SiteId } from "@lectern/core/sites/Site"
import * as Schema from "effect/Schema"
import { get } from "../../../foundation/declaration/Endpoint.js"
import { OpenToVisitors } from "../../../foundation/dispatcher/Annotations.js"
import { ReadErrors } from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { listParams, shareParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

const visitorParams = {
  ...shareParams,
  jwt_token: optional(Schema.String.annotations({ description: "A token that says who the visitor is." }))
}
const claims = {
  key: Schema.TemplateLiteral("visitor.", Schema.String),
  value: Schema.Union(Schema.String, Schema.Array(Schema.String))
}
const VisitorQuery = Schema.Struct(visitorParams, claims)
const SearchQuery = Schema.Struct({ ...listParams, ...visitorParams, query: SearchInput.fields.query }, claims)
const VisitorHeaders = Schema.Struct({
  "x-visitor-token": optional(Schema.String.annotations({ description: "A token that says who the visitor is." })),
  cookie: optional(Schema.String.annotations({ description: "May have such a token as `visitor_token`." }))
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
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(VisitorQuery)
      .setHeaders(VisitorHeaders)
      .addSuccess(PublishedContent)
      .addError(ReadErrors)
  )
  .add(
    get(
      "searchSiteContent",
      "/v1/orgs/:organizationId/sites/:siteId/search",
      "Search a published site",
      "Finds the pages of the site that match, by space, best first, as a visitor searches who sees the site as published."
    )
      .annotate(OpenToVisitors, "site")
      .setPath(SitePath)
      .setUrlParams(SearchQuery)
      .setHeaders(VisitorHeaders)
      .addSuccess(list(SearchSpaceResult).annotations({ identifier: "SearchSpaceResultList" }))
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Published content", description: "Sites, as their visitors see them." })
  ) {}
