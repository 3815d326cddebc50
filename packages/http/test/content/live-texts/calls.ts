import type { Resource } from "../../contract/resources.js"
import type { Operation } from "../../contract/rows.js"
import { ask, malformed, space, within } from "../../contract/rows.js"
import { onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const ofPage = (ids: Ids) => `/content/page/${ids.page}/live`
const inSpace = (ids: Ids) => space("main", ofPage(ids))(ids)
const inRequest = (ids: Ids) => space("main", `/change-requests/${ids.changeRequest}${ofPage(ids)}`)(ids)
const client = ({ users }: Ids) => `${users.ada}.a`
const text = (ids: Ids) => ({ client: client(ids), revision: ids.revision, markdown: "# Install\n\nMine\n" })

const reading = (path: (ids: Ids) => string): Operation => ({
  method: "GET",
  path,
  status: 200,
  failures: {
    400: { path: within(path, "?after=yesterday") },
    403: { as: "rex" },
    404: { path: (ids) => path({ ...ids, page: "unknown" as typeof ids.page }) },
    409: { path: (ids) => space("locked", ofPage(ids))(ids) }
  },
  more: [{ path: within(path, "?after=0") }]
})

const editing = (path: (ids: Ids) => string): Operation => ({
  ...reading(path),
  method: "POST",
  body: text,
  failures: {
    400: malformed,
    403: { as: "rex" },
    404: { path: (ids) => path({ ...ids, page: "unknown" as typeof ids.page }) },
    409: { body: (ids) => ({ client: client(ids), version: 1, updates: [] }) }
  },
  more: []
})

/** Live texts. */
export const resource: Resource = {
  operations: {
    getLiveText: reading(inSpace),
    editLiveText: editing(inSpace),
    getChangeRequestLiveText: {
      ...reading(inRequest),
      failures: {
        ...reading(inRequest).failures,
        409: {
          prepare: ask("PATCH", (ids) => space("main", `/change-requests/${ids.changeRequest}`)(ids), {
            status: "archived"
          })
        }
      }
    },
    editChangeRequestLiveText: editing(inRequest)
  },
  own: ["getLiveText", "editLiveText", "getChangeRequestLiveText", "editChangeRequestLiveText"],
  visibility: {
    getLiveText: onSpace("edit"),
    editLiveText: { ...onSpace("edit"), body: () => ({ client: "a", version: 0, updates: [] }) },
    getChangeRequestLiveText: onSpace("edit"),
    editChangeRequestLiveText: { ...onSpace("edit"), body: () => ({ client: "a", version: 0, updates: [] }) }
  }
}
