/** The endpoints of what is known of a site's visitors. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  AdaptiveSchema,
  SetAdaptiveSchema,
  TemplateConditions
} from "@lectern/core/sites/adaptive-content/AdaptiveSchema"
import { SiteId } from "@lectern/core/sites/Site"
import { Schema } from "effect"
import { get, put } from "../../declaration/Endpoint.js"
import { ReadErrors, WriteErrors } from "../../errors/WireError.js"
import { segment } from "../../params/PathParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** What the claims of a site's visitors are like. */
export class AdaptiveContentApi extends HttpApiGroup.make("adaptive-content")
  .add(
    get(
      "getSiteAdaptiveSchema",
      "/v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
      "The schema of the claims of a site's visitors"
    )
      .setPath(SitePath)
      .addSuccess(AdaptiveSchema)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateSiteAdaptiveSchema",
      "/v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
      "Set the schema of the claims of a site's visitors",
      "Claims that do not fit the schema do not count."
    )
      .setPath(SitePath)
      .setPayload(SetAdaptiveSchema)
      .addSuccess(AdaptiveSchema)
      .addError(WriteErrors)
  )
  .add(
    get(
      "listSiteAdaptiveTemplateConditions",
      "/v1/orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
      "The conditions that the schema suggests",
      "One for each boolean claim and for each value of an enumeration."
    )
      .setPath(SitePath)
      .addSuccess(TemplateConditions)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Adaptive content", description: "What sites may know of their visitors." })
  ) {}
