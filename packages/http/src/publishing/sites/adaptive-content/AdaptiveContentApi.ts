/** The endpoints of adaptive content. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  AdaptiveSchema,
  SetAdaptiveSchema,
  TemplateConditions
} from "@lectern/core/sites/adaptive-content/AdaptiveSchema"
import { SiteId } from "@lectern/core/sites/Site"
import * as Schema from "effect/Schema"
import { get, put } from "../../../foundation/declaration/Endpoint.js"
import { ReadErrors, WriteErrors } from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** The schemas of the claims of a site's visitors. */
export class AdaptiveContentApi extends HttpApiGroup.make("adaptive-content")
  .add(
    get(
      "getSiteAdaptiveSchema",
      "/v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
      "Get the claim schema of a site",
      "Returns the JSON Schema that claims of visitors have to fit."
    )
      .setPath(SitePath)
      .addSuccess(AdaptiveSchema)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateSiteAdaptiveSchema",
      "/v1/orgs/:organizationId/sites/:siteId/adaptive-schema",
      "Set the claim schema of a site",
      "Replaces the JSON Schema that claims of visitors have to fit. Claims that do not fit are dropped."
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
      "List ready conditions for a site",
      "Suggests one condition for each boolean claim of the schema, and one for each value of an enumeration. Not paged."
    )
      .setPath(SitePath)
      .addSuccess(TemplateConditions)
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Adaptive content", description: "What sites may know about their visitors." })
  ) {}
