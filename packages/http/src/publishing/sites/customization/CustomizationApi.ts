/** The endpoints of the look of sites. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteCustomization } from "@lectern/core/sites/customization/Customization"
import { SetSiteCustomization } from "@lectern/core/sites/customization/CustomizationInput"
import { SiteId } from "@lectern/core/sites/Site"
import * as Schema from "effect/Schema"
import { get, put } from "../../../foundation/declaration/Endpoint.js"
import { ReadErrors, WriteErrors } from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** The look of sites. */
export class CustomizationApi extends HttpApiGroup.make("site-customization")
  .add(
    get(
      "getSiteCustomizationById",
      "/v1/orgs/:organizationId/sites/:siteId/customization",
      "Get the look of a site",
      "Returns colours, fonts, header, footer and announcement, with defaults for what was not set."
    )
      .setPath(SitePath)
      .addSuccess(SiteCustomization)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateSiteCustomizationById",
      "/v1/orgs/:organizationId/sites/:siteId/customization",
      "Set the look of a site",
      "Replaces the look of the site; omitted fields get their defaults. Colours with too little contrast for reading are shown with more."
    )
      .setPath(SitePath)
      .setPayload(SetSiteCustomization)
      .addSuccess(SiteCustomization)
      .addError(WriteErrors)
  )
  .annotateContext(OpenApi.annotations({ title: "Customization", description: "The look of sites." })) {}
