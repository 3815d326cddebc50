import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { absentToGuests, body, empty, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids, Person } from "../../support/world.js"

const all = within(organization, "/teams")
const one = (ids: Ids) => `${all(ids)}/${ids.team}`
const unknown = within(all, "/unknown")
const members = within(one, "/members")
const place = (name: Person) => (ids: Ids) => `${members(ids)}/${ids.users[name]}`
const ofMember =
  (name: Person, query = "") =>
  (ids: Ids) =>
    `${organization(ids)}/members/${ids.users[name]}/teams${query}`

/** Teams; `rex` is in the team, `gus` is its owner only where a row says so. */
export const resource: Resource = {
  operations: {
    listTeamsInOrganizationById: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?limit=1.5") },
        403: { as: "gus" },
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { path: (ids) => `${all(ids)}?title=WRIT&owner=${ids.users.rex}&limit=1` }]
    },
    createOrganizationTeam: {
      method: "PUT",
      path: all,
      status: 201,
      body: ({ users }) => ({ title: "Made", members: [users.rex, users.gus] }),
      failures: {
        400: { body: () => ({ title: "x".repeat(65) }) },
        403: { as: "rex" },
        404: { body: ({ users }) => ({ title: "Made", members: [users.rex, users.eve] }) },
        409: never.noState
      },
      more: [{ body: () => ({ title: "Nobody" }) }]
    },
    getTeamInOrganizationById: {
      method: "GET",
      path: one,
      status: 200,
      failures: { 400: { path: within(all, "/%zz") }, 403: never.seesOrNot, 404: { as: "gus" }, 409: never.readsOnly },
      more: [{ as: "rex" }]
    },
    updateTeamInOrganizationById: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ title: "Renamed" }),
      failures: { 400: { body: () => ({ title: "" }) }, 403: { as: "rex" }, 404: { path: unknown }, 409: never.noState }
    },
    removeTeamFromOrganizationById: {
      method: "DELETE",
      path: one,
      status: 204,
      failures: { 400: { path: within(all, "/%zz") }, 403: { as: "rex" }, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "gus" }, { as: "eve" }]
    },
    listTeamMembersInOrganizationById: {
      method: "GET",
      path: members,
      status: 200,
      failures: {
        400: { path: within(members, "?page=broken") },
        403: never.seesOrNot,
        404: { as: "gus" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }, { as: "gus", prepare: ask("PUT", place("gus"), {}) }]
    },
    updateMembersInOrganizationTeam: {
      method: "PUT",
      path: members,
      status: 204,
      body: ({ users }) => ({
        add: [users.ada, "gus@example.com"],
        remove: [users.rex],
        memberships: { [users.ada]: { role: "owner" } }
      }),
      failures: {
        400: { body: () => ({ add: "gus@example.com" }) },
        403: { as: "rex" },
        404: { body: () => ({ add: ["gus@example.com", "eve@example.com"] }) },
        409: never.noState
      },
      more: [{ body: () => ({}) }, { as: "rex", prepare: ask("PUT", place("rex"), { role: "owner" }) }]
    },
    addMemberToOrganizationTeamById: {
      method: "PUT",
      path: place("gus"),
      status: 204,
      body: () => ({ role: "owner" }),
      failures: { 400: malformed, 403: { as: "rex" }, 404: { path: place("eve") }, 409: never.noState },
      more: [{ body: () => ({}) }, { path: place("rex") }]
    },
    deleteMemberFromOrganizationTeamById: {
      method: "DELETE",
      path: place("rex"),
      status: 204,
      failures: {
        400: { path: within(members, "/%zz") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ path: place("gus") }, { path: within(unknown, "/members/unknown") }, { as: "eve" }, { as: "gus" }]
    },
    listTeamsForOrganizationMember: {
      method: "GET",
      path: ofMember("rex"),
      status: 200,
      failures: {
        400: { path: ofMember("rex", "?limit=x") },
        403: { as: "rex", path: ofMember("ada") },
        404: { path: ofMember("eve") },
        409: never.readsOnly
      },
      more: [
        { as: "rex", path: ofMember("rex", "?title=writ") },
        { as: "gus", path: ofMember("gus") }
      ]
    }
  },
  visibility: {
    listTeamsInOrganizationById: onOrganization("read"),
    createOrganizationTeam: onOrganization("admin", body({ title: "Made" })),
    getTeamInOrganizationById: onOrganization("read", absentToGuests),
    updateTeamInOrganizationById: onOrganization("admin", { ...absentToGuests, ...body({ title: "Renamed" }) }),
    removeTeamFromOrganizationById: onOrganization("admin", absentToGuests),
    listTeamMembersInOrganizationById: onOrganization("read", absentToGuests),
    updateMembersInOrganizationTeam: onOrganization("admin", { ...absentToGuests, ...empty }),
    addMemberToOrganizationTeamById: onOrganization("admin", { ...absentToGuests, ...empty }),
    deleteMemberFromOrganizationTeamById: onOrganization("admin", absentToGuests),
    listTeamsForOrganizationMember: onOrganization("admin", absentToGuests)
  }
}
