import type { Resource } from "../../contract/resources.js"
import { malformed, never, organization, within } from "../../contract/rows.js"
import { absentToGuests, body, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids, Person } from "../../support/world.js"

const member = (name: Person | undefined) => (ids: Ids) =>
  `${organization(ids)}/members/${name === undefined ? "unknown" : ids.users[name]}`

/** Members. */
export const resource: Resource = {
  operations: {
    listMembersInOrganizationById: {
      method: "GET",
      path: within(organization, "/members"),
      status: 200,
      failures: {
        400: { path: within(organization, "/members?role=boss") },
        403: { as: "gus" },
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ path: within(organization, "/members?role=guest&sort=joinedAt&order=asc&search=GUS&limit=1") }]
    },
    getMemberInOrganizationById: {
      method: "GET",
      path: member("rex"),
      status: 200,
      failures: {
        400: { path: within(organization, "/members/%zz") },
        403: never.seesOrNot,
        404: { path: member("eve") },
        409: never.readsOnly
      }
    },
    updateMemberInOrganizationById: {
      method: "PATCH",
      path: member("rex"),
      status: 200,
      body: () => ({ role: "edit" }),
      failures: {
        400: { body: () => ({ role: "boss" }) },
        403: { as: "rex", path: member("gus") },
        404: { path: member(undefined) },
        409: { path: member("ada") }
      }
    },
    setUserAsSSOMemberForOrganization: {
      method: "POST",
      path: within(member("rex"), "/sso"),
      status: 200,
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { path: within(member(undefined), "/sso") },
        409: never.noState
      },
      more: [{ path: within(member("ada"), "/sso") }]
    },
    removeMemberFromOrganizationById: {
      method: "DELETE",
      path: member("rex"),
      status: 204,
      failures: {
        400: { path: within(organization, "/members/%zz") },
        403: { as: "rex", path: member("gus") },
        404: never.goneIsFine,
        409: { path: member("ada") }
      },
      more: [{ path: member(undefined) }, { as: "eve" }, { as: "rex" }]
    },
    updateOrganizationMemberLastSeenAt: {
      method: "POST",
      path: within(organization, "/ping"),
      status: 200,
      failures: { 400: malformed, 403: "every member may", 404: { as: "eve" }, 409: never.noState },
      more: [{ as: "gus" }]
    },
    listSpacesForOrganizationMember: {
      method: "GET",
      path: within(member("rex"), "/spaces"),
      status: 200,
      failures: {
        400: { path: within(member("rex"), "/spaces?order=up") },
        403: { as: "rex", path: within(member("ada"), "/spaces") },
        404: { path: within(member("eve"), "/spaces") },
        409: never.readsOnly
      }
    }
  },
  visibility: {
    listMembersInOrganizationById: onOrganization("read"),
    getMemberInOrganizationById: onOrganization("read", absentToGuests),
    updateMemberInOrganizationById: onOrganization("admin", { ...absentToGuests, ...body({ role: "edit" }) }),
    setUserAsSSOMemberForOrganization: onOrganization("admin", absentToGuests),
    removeMemberFromOrganizationById: onOrganization("admin", absentToGuests),
    updateOrganizationMemberLastSeenAt: onOrganization("member"),
    listSpacesForOrganizationMember: onOrganization("admin", absentToGuests)
  }
}
