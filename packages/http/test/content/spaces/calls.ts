import type { Resource } from "../../contract/resources.js"
import { malformed, never, organization, space, within } from "../../contract/rows.js"
import { transfer, transferred } from "../../contract/transfers.js"
import { body, empty, onOrganization, onSpace } from "../../people/access/visibility/entries.js"

/** Spaces. */
export const resource: Resource = {
  operations: {
    listSpacesInOrganizationById: {
      method: "GET",
      path: within(organization, "/spaces"),
      status: 200,
      failures: {
        400: { path: within(organization, "/spaces?limit=-1") },
        403: never.lists,
        404: { as: "eve" },
        409: never.readsOnly
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
        409: never.noState
      },
      more: [{ body: () => ({}) }]
    },
    getSpaceById: {
      method: "GET",
      path: space("main"),
      status: 200,
      failures: {
        400: { path: space("main", "?shareKey=a&shareKey=b") },
        403: never.seesOrNot,
        404: { as: "rex", path: space("hidden") },
        409: never.readsOnly
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
        409: never.noState
      },
      more: [
        { body: () => ({ emoji: null, editMode: "locked", defaultLevel: "inherit" }) },
        {
          body: ({ users }) => ({
            mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [users.ada] }] }
          })
        }
      ]
    },
    deleteSpaceById: {
      method: "DELETE",
      path: space("main"),
      status: 204,
      failures: {
        400: { path: () => "/v1/spaces/%zz" },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
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
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { path: () => "/v1/spaces/unknown/duplicate" },
        409: never.noState
      }
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
    transferSpace: transfer(({ spaces }) => `/v1/spaces/${spaces.main}/transfer`)
  },
  visibility: {
    listSpacesInOrganizationById: onOrganization("member"),
    createSpace: onOrganization("create", empty),
    getSpaceById: onSpace("read"),
    updateSpaceById: onSpace("create", empty),
    deleteSpaceById: onSpace("create"),
    duplicateSpace: onSpace("create", { around: true }),
    restoreSpace: onSpace("create"),
    moveSpace: onSpace("create", { role: "nested", ...body({ parent: null }) }),
    transferSpace: onSpace("create", transferred)
  }
}
