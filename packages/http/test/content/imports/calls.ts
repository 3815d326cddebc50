import type { Resource } from "../../contract/resources.js"
import { ask, never, type Row, within } from "../../contract/rows.js"
import { body, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const space = (ids: Ids) => `/v1/spaces/${ids.spaces.main}`
const below = (id: string) => `/v1/imports/${id}`
const request = (ids: Ids) => `${space(ids)}/change-requests/${ids.changeRequest}`
const site = { url: "https://docs.example/guide/", source: "website" }
const inBackground: Row = { headers: () => ({ prefer: "respond-async" }) }
const found = { url: "https://docs.example/", source: "website" }

/** Imports. */
export const resource: Resource = {
  operations: {
    importContent: {
      method: "POST",
      path: within(space, "/content/import"),
      status: 201,
      body: () => site,
      failures: {
        400: { body: () => ({ ...site, url: "https://nowhere.example/" }) },
        403: { as: "rex" },
        404: { as: "eve" },
        409: { path: ({ spaces }) => `/v1/spaces/${spaces.locked}/content/import` }
      },
      more: [{ headers: () => ({ prefer: "wait=10, respond-sync" }) }],
      others: { 202: inBackground }
    },
    importContentInChangeRequest: {
      method: "POST",
      path: within(request, "/content/import"),
      status: 201,
      body: () => site,
      failures: {
        400: { body: () => ({ ...site, source: "ftp" }) },
        403: { as: "rex" },
        404: { path: within(space, "/change-requests/unknown/content/import") },
        409: { prepare: ask("POST", within(request, "/merge")) }
      },
      more: [{ path: within(space, "/change-requests/1/content/import") }],
      others: { 202: inBackground }
    },
    getImport: {
      method: "GET",
      path: ({ import: id }) => below(id),
      status: 200,
      failures: {
        400: { path: () => below("%zz") },
        403: never.seesOrNot,
        404: { as: "rex" },
        409: never.readsOnly
      }
    },
    cancelImport: {
      method: "DELETE",
      path: ({ import: id }) => below(id),
      status: 204,
      failures: {
        400: { path: () => below("%zz") },
        403: "who sees an import may cancel it",
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ as: "rex" }, { path: () => below("unknown") }]
    }
  },
  own: ["cancelImport", "getImport"],
  visibility: {
    importContent: onSpace("edit", body(found)),
    importContentInChangeRequest: onSpace("edit", body(found)),
    getImport: onSpace("edit", { refused: 404 }),
    cancelImport: onSpace("edit", { refused: 404 })
  }
}
