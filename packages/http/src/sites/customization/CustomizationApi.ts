/** The endpoints of the look of sites. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SetSiteCustomization, SiteCustomization } from "@lectern/core/sites/customization/Customization"
import { SiteId } from "@lectern/core/sites/Site"
import { Schema } from "effect"
import { get, put } from "../../declaration/Endpoint.js"
import { ReadErrors, WriteErrors } from "../../errors/WireError.js"
import { segment } from "../../params/PathParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** The look of sites. */
export class CustomizationApi extends HttpApiGroup.make("site-customization")
  .add(
    get(
      "getSiteCustomizationById",
      "/v1/orgs/:organizationId/sites/:siteId/customization",
      "Get how a site looks",
      "Returns colours, fonts, header, footer and announcement, with what was not set as on a new site."
    )
      .setPath(SitePath)
      .addSuccess(SiteCustomization)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateSiteCustomizationById",
      "/v1/orgs/:organizationId/sites/:siteId/customization",
      "Set how a site looks",
      "Replaces how the site looks: what is left out becomes as on a new site. Colours that are too weak to be read are strengthened when pages are shown."
    )
      .setPath(SitePath)
      .setPayload(SetSiteCustomization)
      .addSuccess(SiteCustomization)
      .addError(WriteErrors)
  )
  .annotateContext(OpenApi.annotations({ title: "Customization", description: "How sites look to their readers." })) {}
