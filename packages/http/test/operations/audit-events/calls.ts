import type { Resource } from "../../contract/resources.js"
import { never, organization, within } from "../../contract/rows.js"
import { onOrganization } from "../../people/access/visibility/entries.js"

const all = within(organization, "/audit-events")

/** The audit trail. */
export const resource: Resource = {
  operations: {
    listAuditEvents: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?from=yesterday") },
        403: { as: "rex" },
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [
        { path: within(all, "?action=member.created&from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z") },
        { path: ({ users, ...ids }) => `${all({ users, ...ids })}?actor=${users.ada}&target=${users.rex}&limit=1` }
      ]
    }
  },
  own: ["listAuditEvents"],
  visibility: {
    listAuditEvents: onOrganization("admin")
  }
}
