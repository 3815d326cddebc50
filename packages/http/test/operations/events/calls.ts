import type { Resource } from "../../contract/resources.js"
import { malformed, never, organization, space, within } from "../../contract/rows.js"
import { onOrganization, onSpace } from "../../people/access/visibility/entries.js"

const ofOrganization = within(organization, "/events")
const ofSpace = space("main", "/events")

/** Events. */
export const resource: Resource = {
  operations: {
    listEvents: {
      method: "GET",
      path: ofOrganization,
      status: 200,
      failures: {
        400: { path: within(ofOrganization, "?after=yesterday") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [
        { path: within(ofOrganization, "?type=space_created&limit=1&after=000000000") },
        { path: within(ofOrganization, "?limit=0") },
        { as: "gus" }
      ]
    },
    listSpaceEvents: {
      method: "GET",
      path: ofSpace,
      status: 200,
      failures: {
        400: { path: within(ofSpace, "?type=nothing") },
        403: never.seesOrNot,
        404: { as: "rex", path: space("hidden", "/events") },
        409: never.readsOnly
      },
      more: [{ path: within(ofSpace, "?limit=2") }, { path: space("deleted", "/events") }]
    },
    openStream: {
      method: "POST",
      path: () => "/v1/stream",
      status: 200,
      body: ({ organization }) => ({ subscriptions: [{ kind: "events", organization }] }),
      failures: {
        400: malformed,
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [
        { body: ({ spaces }) => ({ subscriptions: [{ kind: "events", space: spaces.main, after: "000000000" }] }) }
      ]
    }
  },
  own: ["listEvents", "listSpaceEvents", "openStream"],
  visibility: {
    listEvents: onOrganization("member"),
    listSpaceEvents: onSpace("read"),
    openStream: {
      on: "organization",
      needs: "member",
      body: ({ params }) => ({ subscriptions: [{ kind: "events", organization: params.organizationId }] })
    }
  }
}
