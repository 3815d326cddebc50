/** The endpoints of the audit trail. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { AuditEvent, auditFilters } from "@lectern/core/audit-events/AuditEvent"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import * as Schema from "effect/Schema"
import { get } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

/** The audit trail of an organization. */
export class AuditEventsApi extends HttpApiGroup.make("auditEvents")
  .add(
    get(
      "listAuditEvents",
      "/v1/orgs/:organizationId/audit-events",
      "List audit events",
      "Who changed access, membership, settings or what is published, newest first. For administrators."
    )
      .setPath(Schema.Struct({ organizationId: segment(OrganizationId) }))
      .setUrlParams(Schema.Struct({ ...listParams, ...auditFilters }))
      .addSuccess(list(AuditEvent).annotations({ identifier: "AuditEventList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Audit events", description: "Who did what to an organization, and from where." })
  ) {}
