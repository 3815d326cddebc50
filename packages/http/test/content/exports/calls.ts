import type { Resource } from "../../contract/resources.js"
import { never, type Operation, within } from "../../contract/rows.js"
import { onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const space = (ids: Ids) => `/v1/spaces/${ids.spaces.main}`
const request = (ids: Ids) => `${space(ids)}/change-requests/${ids.changeRequest}`

const exportsOf = (path: (ids: Ids) => string, unknown: (ids: Ids) => string): Operation => ({
  method: "GET",
  path: within(path, "/content/export"),
  status: 200,
  failures: {
    400: { path: () => "/v1/spaces/%zz/content/export" },
    403: never.seesOrNot,
    404: { path: within(unknown, "/content/export") },
    409: never.unlessSet
  },
  more: [{ as: "rex" }]
})

/** Folder exports. */
export const resource: Resource = {
  operations: {
    exportContent: exportsOf(space, ({ spaces }) => `/v1/spaces/${spaces.deleted}`),
    exportContentOfChangeRequest: exportsOf(request, (ids) => `${space(ids)}/change-requests/unknown`)
  },
  own: ["exportContent", "exportContentOfChangeRequest"],
  visibility: { exportContent: onSpace("read"), exportContentOfChangeRequest: onSpace("read") }
}
