/** Every mounted operation, with a request for each status that it can give, and the reason for each that it cannot. */
import type { Ids, Person } from "../support/world.js"
import { apiTokens } from "./apiTokens.js"
import { auditEvents } from "./auditEvents.js"
import { changeRequests } from "./changeRequests.js"
import { changeRequestComments, spaceComments } from "./comments.js"
import { contentGrants } from "./contentGrants.js"
import { imports } from "./imports.js"
import { invites } from "./invites.js"
import { links } from "./links.js"
import { openAPISpecs } from "./openAPISpecs.js"
import { openIdProviders } from "./openIdProviders.js"
import { pdf } from "./pdf.js"
import { resources } from "./resources.js"
import { reviewsOfChangeRequests } from "./reviews.js"
import { ask, malformed, never, type Operation, organization, within } from "./rows.js"
import { saml } from "./saml.js"
import { siteAudience } from "./siteAudience.js"
import { siteStructure } from "./siteStructure.js"
import { sites } from "./sites.js"
import { teams } from "./teams.js"
import { transfers } from "./transfers.js"
import { uploadOperations } from "./uploads.js"

const space =
  (name: keyof Ids["spaces"], rest = "") =>
  (ids: Ids) =>
    `/v1/spaces/${ids.spaces[name]}${rest}`
const collection =
  (name: keyof Ids["collections"], rest = "") =>
  (ids: Ids) =>
    `/v1/collections/${ids.collections[name]}${rest}`
const member = (name: Person | undefined) => (ids: Ids) =>
  `${organization(ids)}/members/${name === undefined ? "unknown" : ids.users[name]}`
const revision = (rest: (ids: Ids) => string) => (ids: Ids) =>
  `/v1/spaces/${ids.spaces.main}/revisions/${ids.oldRevision}${rest(ids)}`

const { seesOrNot, readsOnly, noState, goneIsFine, unlessSet } = never
const lists = "a list has what the caller may see"

/** The table, by the operation's name. */
export const operations: Readonly<Record<string, Operation>> = {
  ...Object.assign({}, ...resources.map(({ operations }) => operations)),
  ...apiTokens,
  ...auditEvents,
  getAuthenticatedUser: {
    method: "GET",
    path: () => "/v1/user",
    status: 200,
    failures: { 400: "it takes no input", 403: "it is the caller", 404: "a token's user exists", 409: readsOnly }
  },
  getUserById: {
    method: "GET",
    path: ({ users }) => `/v1/users/${users.rex}`,
    status: 200,
    failures: { 400: { path: () => "/v1/users/%zz" }, 403: seesOrNot, 404: { as: "eve" }, 409: readsOnly }
  },
  listOrganizationsForAuthenticatedUser: {
    method: "GET",
    path: () => "/v1/orgs",
    status: 200,
    failures: { 400: { path: () => "/v1/orgs?limit=1001" }, 403: lists, 404: lists, 409: readsOnly },
    more: [{ as: "eve" }, { path: () => "/v1/orgs?limit=0" }]
  },
  createOrganization: {
    method: "POST",
    path: () => "/v1/orgs",
    status: 201,
    body: () => ({ title: "Made" }),
    failures: {
      400: { body: () => ({ title: "x" }) },
      403: unlessSet,
      404: "it refers to nothing",
      409: {
        prepare: ask("POST", () => "/v1/orgs", { title: "First", hostname: "taken" }, "eve"),
        body: () => ({ title: "Second", hostname: "taken" })
      }
    }
  },
  getOrganizationById: {
    method: "GET",
    path: organization,
    status: 200,
    failures: { 400: { path: () => "/v1/orgs/%ff" }, 403: seesOrNot, 404: { as: "eve" }, 409: readsOnly },
    more: [{ as: "gus" }]
  },
  updateOrganizationById: {
    method: "PATCH",
    path: organization,
    status: 200,
    body: () => ({ title: "Renamed", defaultRole: null }),
    failures: {
      400: { body: () => ({ title: 1 }) },
      403: { as: "rex" },
      404: { as: "eve" },
      409: {
        prepare: ask("POST", () => "/v1/orgs", { title: "First", hostname: "taken" }, "eve"),
        body: () => ({ hostname: "taken" })
      }
    },
    more: [{ body: () => ({}) }]
  },
  searchOrganizationContent: {
    method: "GET",
    path: within(organization, "/search?query=install"),
    status: 200,
    failures: { 400: { path: within(organization, "/search") }, 403: seesOrNot, 404: { as: "eve" }, 409: readsOnly },
    more: [{ path: within(organization, "/search?query=%00%22*(") }, { as: "gus" }]
  },
  getOrganizationsForEmailDomain: {
    method: "GET",
    path: () => "/v1/email-domains/example.com/orgs",
    status: 200,
    failures: {
      400: { path: () => "/v1/email-domains/%zz/orgs" },
      403: lists,
      404: "an unknown domain has no organizations",
      409: readsOnly
    },
    more: [{ path: () => "/v1/email-domains/nowhere/orgs" }]
  },
  verifyOrganizationEmailDomain: {
    method: "POST",
    path: within(organization, "/email-domains/example.com/verify"),
    status: 200,
    failures: {
      400: malformed,
      403: { as: "rex" },
      404: { path: within(organization, "/email-domains/nowhere.example/verify") },
      409: {
        prepare: ask("PATCH", organization, { emailDomains: ["second.example"] }),
        path: within(organization, "/email-domains/second.example/verify")
      }
    }
  },
  listMembersInOrganizationById: {
    method: "GET",
    path: within(organization, "/members"),
    status: 200,
    failures: {
      400: { path: within(organization, "/members?role=boss") },
      403: { as: "gus" },
      404: { as: "eve" },
      409: readsOnly
    },
    more: [{ path: within(organization, "/members?role=guest&sort=joinedAt&order=asc&search=GUS&limit=1") }]
  },
  getMemberInOrganizationById: {
    method: "GET",
    path: member("rex"),
    status: 200,
    failures: {
      400: { path: within(organization, "/members/%zz") },
      403: seesOrNot,
      404: { path: member("eve") },
      409: readsOnly
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
      409: noState
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
      404: goneIsFine,
      409: { path: member("ada") }
    },
    more: [{ path: member(undefined) }, { as: "eve" }, { as: "rex" }]
  },
  updateOrganizationMemberLastSeenAt: {
    method: "POST",
    path: within(organization, "/ping"),
    status: 200,
    failures: { 400: malformed, 403: "every member may", 404: { as: "eve" }, 409: noState },
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
      409: readsOnly
    }
  },
  listCollectionsInOrganizationById: {
    method: "GET",
    path: within(organization, "/collections"),
    status: 200,
    failures: {
      400: { path: within(organization, "/collections?nested=1") },
      403: lists,
      404: { as: "eve" },
      409: readsOnly
    },
    more: [{ path: within(organization, "/collections?nested=false") }]
  },
  createCollection: {
    method: "POST",
    path: within(organization, "/collections"),
    status: 201,
    body: ({ collections }) => ({ title: "Made", parent: collections.outer }),
    failures: {
      400: { body: () => ({ title: "x".repeat(51) }) },
      403: { as: "rex", body: () => ({}) },
      404: { body: () => ({ parent: "unknown" }) },
      409: noState
    },
    more: [{ body: () => ({}) }]
  },
  getCollectionById: {
    method: "GET",
    path: collection("outer"),
    status: 200,
    failures: {
      400: { path: () => "/v1/collections/%zz" },
      403: seesOrNot,
      404: { as: "rex", path: collection("hidden") },
      409: readsOnly
    }
  },
  updateCollectionById: {
    method: "PATCH",
    path: collection("outer"),
    status: 200,
    body: () => ({ title: "Renamed", description: "What is in it", defaultLevel: "read" }),
    failures: {
      400: { body: () => ({ defaultLevel: "boss" }) },
      403: { as: "rex" },
      404: { as: "rex", path: collection("hidden") },
      409: noState
    }
  },
  deleteCollectionById: {
    method: "DELETE",
    path: collection("outer"),
    status: 204,
    failures: { 400: { path: () => "/v1/collections/%zz" }, 403: { as: "rex" }, 404: goneIsFine, 409: noState },
    more: [{ as: "rex", path: collection("hidden") }, { path: () => "/v1/collections/unknown" }]
  },
  listSpacesInCollectionById: {
    method: "GET",
    path: collection("outer", "/spaces"),
    status: 200,
    failures: {
      400: { path: collection("outer", "/spaces?page=broken") },
      403: seesOrNot,
      404: { as: "rex", path: collection("hidden", "/spaces") },
      409: readsOnly
    }
  },
  moveCollection: {
    method: "POST",
    path: collection("inner", "/move"),
    status: 200,
    body: () => ({ parent: null }),
    failures: {
      400: { body: () => ({ position: { before: { type: "page" } } }) },
      403: { as: "rex" },
      404: { body: () => ({ parent: "unknown" }) },
      409: { path: collection("outer", "/move"), body: ({ collections }) => ({ parent: collections.inner }) }
    }
  },
  listSpacesInOrganizationById: {
    method: "GET",
    path: within(organization, "/spaces"),
    status: 200,
    failures: {
      400: { path: within(organization, "/spaces?limit=-1") },
      403: lists,
      404: { as: "eve" },
      409: readsOnly
    },
    more: [{ as: "rex" }, { as: "gus" }, { path: within(organization, "/spaces?limit=1") }]
  },
  createSpace: {
    method: "POST",
    path: within(organization, "/spaces"),
    status: 201,
    body: ({ collections }) => ({ title: "Made", emoji: "🦊", parent: collections.outer }),
    failures: {
      400: { body: () => ({ emoji: "fox" }) },
      403: { as: "rex" },
      404: { body: () => ({ parent: "unknown" }) },
      409: noState
    },
    more: [{ body: () => ({}) }]
  },
  getSpaceById: {
    method: "GET",
    path: space("main"),
    status: 200,
    failures: {
      400: { path: space("main", "?shareKey=a&shareKey=b") },
      403: seesOrNot,
      404: { as: "rex", path: space("hidden") },
      409: readsOnly
    },
    more: [{ path: space("deleted") }, { as: "rex" }]
  },
  updateSpaceById: {
    method: "PATCH",
    path: space("main"),
    status: 200,
    body: () => ({ title: "Renamed", icon: "https://example.com/icon.png" }),
    failures: {
      400: { body: () => ({ title: null }) },
      403: { as: "rex" },
      404: { as: "rex", path: space("hidden") },
      409: noState
    },
    more: [{ body: () => ({ emoji: null, editMode: "locked", defaultLevel: "inherit" }) }]
  },
  deleteSpaceById: {
    method: "DELETE",
    path: space("main"),
    status: 204,
    failures: { 400: { path: () => "/v1/spaces/%zz" }, 403: { as: "rex" }, 404: goneIsFine, 409: noState },
    more: [
      { as: "rex", path: space("hidden") },
      { path: () => "/v1/spaces/not%20an%20id%00" },
      { path: space("deleted") }
    ]
  },
  duplicateSpace: {
    method: "POST",
    path: space("main", "/duplicate"),
    status: 201,
    failures: { 400: malformed, 403: { as: "rex" }, 404: { path: () => "/v1/spaces/unknown/duplicate" }, 409: noState }
  },
  restoreSpace: {
    method: "POST",
    path: space("deleted", "/restore"),
    status: 200,
    failures: {
      400: malformed,
      403: { as: "rex", path: space("main", "/restore") },
      404: { as: "rex" },
      409: { path: space("main", "/restore") }
    }
  },
  moveSpace: {
    method: "POST",
    path: space("main", "/move"),
    status: 200,
    body: ({ collections }) => ({ parent: collections.outer }),
    failures: {
      400: { body: () => ({ parent: 1 }) },
      403: { as: "rex" },
      404: { body: () => ({ parent: "unknown" }) },
      409: { body: ({ spaces }) => ({ position: { before: { type: "space", space: spaces.main } } }) }
    },
    more: [{ body: ({ spaces }) => ({ position: { after: { type: "space", space: spaces.second } } }) }]
  },
  searchSpaceContent: {
    method: "GET",
    path: space("main", "/search?query=requ"),
    status: 200,
    failures: {
      400: { path: space("main", `/search?query=${"x".repeat(513)}`) },
      403: seesOrNot,
      404: { as: "eve" },
      409: readsOnly
    },
    more: [{ path: space("main", "/search?query=") }]
  },
  getCurrentRevision: {
    method: "GET",
    path: space("main", "/content"),
    status: 200,
    failures: {
      400: { path: space("main", "/content?metadata=yes") },
      403: seesOrNot,
      404: { path: space("deleted", "/content") },
      409: readsOnly
    },
    more: [{ as: "rex", path: space("main", "/content?metadata=false&computed=false") }]
  },
  updateSpaceContent: {
    method: "POST",
    path: space("main", "/content"),
    status: 200,
    body: ({ page }) => ({ changes: [{ operation: "update_page", page, title: "Changed" }] }),
    failures: {
      400: { body: () => ({ changes: [] }) },
      403: { as: "rex" },
      404: { body: () => ({ changes: [{ operation: "delete_page", page: "unknown" }] }) },
      409: {
        path: space("locked", "/content"),
        body: () => ({ changes: [{ operation: "insert_page", title: "New" }] })
      },
      412: { headers: ({ oldRevision }) => ({ "if-match": `"${oldRevision}"` }) }
    },
    more: [{ headers: ({ revision: current }) => ({ "if-match": `"other", "${current}-tag"` }) }]
  },
  listPages: {
    method: "GET",
    path: space("main", "/content/pages"),
    status: 200,
    failures: {
      400: { path: space("main", "/content/pages?computed=") },
      403: seesOrNot,
      404: { as: "eve" },
      409: readsOnly
    }
  },
  listFiles: {
    method: "GET",
    path: space("main", "/content/files"),
    status: 200,
    failures: {
      400: { path: space("main", "/content/files?limit=1.5") },
      403: seesOrNot,
      404: { as: "rex", path: space("hidden", "/content/files") },
      409: readsOnly
    }
  },
  getFileById: {
    method: "GET",
    path: (ids) => space("main", `/content/files/${ids.file}`)(ids),
    status: 200,
    failures: {
      400: { path: space("main", "/content/files/%zz") },
      403: seesOrNot,
      404: { path: space("main", "/content/files/unknown") },
      409: readsOnly
    }
  },
  getPageById: {
    method: "GET",
    path: (ids) => space("main", `/content/page/${ids.page}`)(ids),
    status: 200,
    failures: {
      400: { path: (ids) => space("main", `/content/page/${ids.page}?format=html`)(ids) },
      403: seesOrNot,
      404: { path: (ids) => space("second", `/content/page/${ids.page}`)(ids) },
      409: readsOnly
    },
    more: [
      { path: (ids) => space("main", `/content/page/${ids.page}?evaluated=true&format=markdown`)(ids) },
      { path: (ids) => space("main", `/content/page/${ids.page}?format=document`)(ids) }
    ]
  },
  getPageByPath: {
    method: "GET",
    path: space("main", "/content/path/guide/install"),
    status: 200,
    failures: {
      400: { path: space("main", "/content/path/guide/%zz") },
      403: seesOrNot,
      404: { path: space("main", "/content/path/guide/nothing") },
      409: readsOnly
    },
    more: [{ path: space("main", "/content/path/guide%2Finstall") }, { path: space("main", "/content/path/guide") }]
  },
  getRevisionById: {
    method: "GET",
    path: revision(() => ""),
    status: 200,
    failures: {
      400: { path: revision(() => "?metadata=1") },
      403: seesOrNot,
      404: { path: (ids) => space("second", `/revisions/${ids.revision}`)(ids) },
      409: readsOnly
    }
  },
  listPagesInRevisionById: {
    method: "GET",
    path: revision(() => "/pages"),
    status: 200,
    failures: {
      400: { path: revision(() => "/pages?metadata=1") },
      403: seesOrNot,
      404: { path: space("main", "/revisions/unknown/pages") },
      409: readsOnly
    }
  },
  listFilesInRevisionById: {
    method: "GET",
    path: revision(() => "/files"),
    status: 200,
    failures: { 400: { path: revision(() => "/files?limit=x") }, 403: seesOrNot, 404: { as: "eve" }, 409: readsOnly }
  },
  getPageInRevisionById: {
    method: "GET",
    path: revision(({ page }) => `/page/${page}`),
    status: 200,
    failures: {
      400: { path: revision(({ page }) => `/page/${page}?evaluated=2`) },
      403: seesOrNot,
      404: { path: revision(() => "/page/unknown") },
      409: readsOnly
    }
  },
  getRevisionSemanticChanges: {
    method: "GET",
    path: (ids) => space("main", `/revisions/${ids.changeRequestRevision}/changes`)(ids),
    status: 200,
    failures: {
      400: { path: revision(() => "/changes?limit=-1") },
      403: seesOrNot,
      404: { path: revision(() => "/changes?compare=unknown") },
      409: readsOnly
    },
    more: [
      { as: "rex", path: (ids) => space("main", `/revisions/${ids.revision}/changes`)(ids) },
      { path: revision((ids) => `/changes?limit=1&compare=${ids.changeRequestRevision}`) },
      { path: revision(() => "/changes") }
    ]
  },
  ...changeRequestComments,
  ...changeRequests,
  ...invites,
  ...links,
  ...reviewsOfChangeRequests,
  ...saml,
  ...openIdProviders,
  ...spaceComments,
  ...transfers,
  ...contentGrants,
  ...teams,
  ...sites,
  ...siteStructure,
  ...siteAudience,
  ...openAPISpecs,
  ...imports,
  ...uploadOperations,
  ...pdf
}
