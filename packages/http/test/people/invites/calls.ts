import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, organization, within } from "../../contract/rows.js"
import { body, onNobody, onOrganization } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const links = within(organization, "/link-invites")
const link = (ids: Ids) => `${links(ids)}/${ids.invite}`
const join = (ids: Ids) => `${organization(ids)}/invites/${ids.invite}`
const unknown = within(links, "/unknown")
const toSpace = (ids: Ids) => `${links(ids)}/${ids.spaceInvite}`
const hidden = "it is not there for who may not see it"
const turnOff = ask("PATCH", organization, { inviteLinks: false })
const leave = ask("DELETE", (ids) => `${organization(ids)}/members/${ids.users.rex}`)
const own = (ids: Ids) => `/v1/user/invites/${ids.userInvite}`

/** Invites. */
export const resource: Resource = {
  operations: {
    listUserInvites: {
      method: "GET",
      as: "eve",
      path: () => "/v1/user/invites",
      status: 200,
      failures: {
        400: { path: () => "/v1/user/invites?limit=1001" },
        403: "everybody sees their own",
        404: "it refers to nothing",
        409: "reading changes nothing"
      },
      more: [{}, { path: () => "/v1/user/invites?limit=0" }]
    },
    acceptUserInvite: {
      method: "POST",
      as: "eve",
      path: own,
      status: 204,
      failures: {
        400: malformed,
        403: hidden,
        404: { path: own, as: "ada" },
        409: never.unlessSet
      }
    },
    declineUserInvite: {
      method: "DELETE",
      as: "eve",
      path: own,
      status: 204,
      failures: {
        400: { path: () => "/v1/user/invites/%zz" },
        403: hidden,
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "ada" }]
    },
    inviteUsersToOrganization: {
      method: "POST",
      path: within(organization, "/invites"),
      status: 200,
      body: () => ({ emails: ["eve@example.com", { email: "new@example.org", role: "edit" }], role: "read" }),
      failures: {
        400: { body: () => ({ emails: ["eve"] }) },
        403: { as: "rex" },
        404: { as: "eve" },
        409: "who is a member already is left as is"
      },
      more: [{ body: () => ({ emails: ["rex@example.com"], sso: true }) }]
    },
    joinOrganizationWithInvite: {
      method: "POST",
      path: join,
      status: 200,
      failures: {
        400: malformed,
        403: "everybody who has the link may",
        404: { path: within(organization, "/invites/unknown") },
        409: { as: "eve", prepare: turnOff }
      },
      more: [
        { as: "eve" },
        { as: "gus" },
        { as: "eve", path: (ids) => `${organization(ids)}/invites/${ids.spaceInvite}` }
      ]
    },
    joinOrganization: {
      method: "POST",
      as: "eve",
      path: within(organization, "/join"),
      status: 204,
      failures: {
        400: malformed,
        403: "who may not join is told of no organization",
        404: { as: "eve", prepare: ask("PATCH", organization, { emailDomains: [] }) },
        409: { as: "rex" }
      },
      more: [{ as: "rex", prepare: leave }]
    },
    listOrganizationInviteLinks: {
      method: "GET",
      path: links,
      status: 200,
      failures: {
        400: { path: within(links, "?limit=-1") },
        403: never.lists,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [{ as: "rex" }]
    },
    createOrganizationInvite: {
      method: "POST",
      path: links,
      status: 201,
      body: () => ({ role: "edit" }),
      failures: { 400: { body: () => ({}) }, 403: { as: "rex" }, 404: { as: "eve" }, 409: { prepare: turnOff } },
      more: [
        { body: () => ({ role: null }) },
        { body: ({ spaces }) => ({ level: "edit", space: spaces.second }) },
        { body: ({ collections }) => ({ level: null, collection: collections.inner }) }
      ]
    },
    getOrganizationInviteLink: {
      method: "GET",
      path: link,
      status: 200,
      failures: { 400: { path: within(links, "/%zz") }, 403: hidden, 404: { as: "rex" }, 409: never.readsOnly },
      more: [{ path: toSpace }]
    },
    updateOrganizationInviteById: {
      method: "PATCH",
      path: link,
      status: 200,
      body: () => ({ role: "comment" }),
      failures: {
        400: { body: () => ({ role: "boss" }) },
        403: hidden,
        404: { as: "rex" },
        409: never.noState
      },
      more: [{ path: toSpace, body: () => ({ level: "read" }) }]
    },
    deleteOrganizationInviteById: {
      method: "DELETE",
      path: link,
      status: 204,
      failures: { 400: { path: within(links, "/%zz") }, 403: hidden, 404: never.goneIsFine, 409: never.noState },
      more: [{ path: unknown }, { as: "rex" }, { as: "eve" }]
    }
  },
  own: ["acceptUserInvite", "declineUserInvite", "joinOrganization", "listUserInvites"],
  visibility: {
    listUserInvites: onNobody(),
    acceptUserInvite: onNobody({ refused: 404 }),
    declineUserInvite: onNobody(),
    inviteUsersToOrganization: onOrganization("admin", body({ emails: ["new@example.org"], role: "read" })),
    joinOrganizationWithInvite: onOrganization("member", { outsider: "through" }),
    joinOrganization: onOrganization("member", { outsider: "through" }),
    listOrganizationInviteLinks: onOrganization("member"),
    createOrganizationInvite: onOrganization("admin", body({ role: "read" })),
    getOrganizationInviteLink: onOrganization("admin", { refused: 404 }),
    updateOrganizationInviteById: onOrganization("admin", { refused: 404, ...body({ role: "read" }) }),
    deleteOrganizationInviteById: onOrganization("admin", { refused: 404 })
  }
}
