/** The endpoints of the feedback of readers. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { GiveSiteFeedback, SiteFeedback, SiteFeedbackQuery } from "@lectern/core/sites/feedback/SiteFeedback"
import { SiteId } from "@lectern/core/sites/Site"
import * as Schema from "effect/Schema"
import { get, post } from "../../../foundation/declaration/Endpoint.js"
import {
  BodyErrors,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  ReadErrors
} from "../../../foundation/errors/WireError.js"
import { segment } from "../../../foundation/params/PathParams.js"
import { listParams } from "../../../foundation/params/QueryParams.js"

const SitePath = Schema.Struct({ organizationId: segment(OrganizationId), siteId: segment(SiteId) })

/** The feedback of readers of sites. */
export class SiteFeedbackApi extends HttpApiGroup.make("site-feedback")
  .add(
    get(
      "listSiteFeedback",
      "/v1/orgs/:organizationId/sites/:siteId/feedback",
      "List the feedback of readers",
      "Lists the feedback of readers on pages, or searches without results, newest first. Needs the level `edit` on the site."
    )
      .setPath(SitePath)
      .setUrlParams(Schema.Struct({ ...listParams, kind: SiteFeedbackQuery.fields.kind }))
      .addSuccess(list(SiteFeedback).annotations({ identifier: "SiteFeedbackList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "giveSiteFeedback",
      "/v1/orgs/:organizationId/sites/:siteId/feedback",
      "Give feedback on a page",
      "Records feedback of the caller on a page of a published site that asks for it. It is anonymous."
    )
      .setPath(SitePath)
      .setPayload(GiveSiteFeedback)
      .addSuccess(SiteFeedback, { status: 201 })
      .addError(BodyErrors)
      .addError(NotFoundError)
      .addError(ConflictError)
  )
  .annotateContext(OpenApi.annotations({ title: "Feedback", description: "Feedback of readers of sites." })) {}
