import type { Resource } from "../../contract/resources.js"
import { collection, never, organization, within } from "../../contract/rows.js"
import { transfer, transferred } from "../../contract/transfers.js"
import { body, empty, onCollection, onOrganization } from "../../people/access/visibility/entries.js"

/** Collections. */
export const resource: Resource = {
  operations: {
    listCollectionsInOrganizationById: {
      method: "GET",
      path: within(organization, "/collections"),
      status: 200,
      failures: {
        400: { path: within(organization, "/collections?nested=1") },
        403: never.lists,
        404: { as: "eve" },
        409: never.readsOnly
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
        409: never.noState
      },
      more: [{ body: () => ({}) }]
    },
    getCollectionById: {
      method: "GET",
      path: collection("outer"),
      status: 200,
      failures: {
        400: { path: () => "/v1/collections/%zz" },
        403: never.seesOrNot,
        404: { as: "rex", path: collection("hidden") },
        409: never.readsOnly
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
        409: never.noState
      }
    },
    deleteCollectionById: {
      method: "DELETE",
      path: collection("outer"),
      status: 204,
      failures: {
        400: { path: () => "/v1/collections/%zz" },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "rex", path: collection("hidden") }, { path: () => "/v1/collections/unknown" }]
    },
    listSpacesInCollectionById: {
      method: "GET",
      path: collection("outer", "/spaces"),
      status: 200,
      failures: {
        400: { path: collection("outer", "/spaces?page=broken") },
        403: never.seesOrNot,
        404: { as: "rex", path: collection("hidden", "/spaces") },
        409: never.readsOnly
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
    transferCollection: transfer(({ collections }) => `/v1/collections/${collections.outer}/transfer`)
  },
  visibility: {
    listCollectionsInOrganizationById: onOrganization("member"),
    createCollection: onOrganization("create", empty),
    getCollectionById: onCollection("read"),
    updateCollectionById: onCollection("create", empty),
    deleteCollectionById: onCollection("create"),
    listSpacesInCollectionById: onCollection("read"),
    moveCollection: onCollection("create", { role: "nested", ...body({ parent: null }) }),
    transferCollection: onCollection("create", transferred)
  }
}
