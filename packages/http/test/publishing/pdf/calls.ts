import type { Resource } from "../../contract/resources.js"
import { ask, never, type Operation, within } from "../../contract/rows.js"
import { onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const space = (ids: Ids) => `/v1/spaces/${ids.spaces.main}`
const request = (ids: Ids) => `${space(ids)}/change-requests/${ids.changeRequest}`
const makes = (path: (ids: Ids) => string): Operation => {
  const pdf = within(path, "/pdf")
  const page = (query: (ids: Ids) => string) => (ids: Ids) => `${pdf(ids)}?page=${query(ids)}`
  const markdown = `${"word ".repeat(1000)}\n\n`.repeat(200)
  return {
    method: "GET",
    path: page(({ page: id }) => `${id}&only=true`),
    status: 200,
    failures: {
      400: { path: page(({ page: id }) => `${id}&only=2`) },
      403: never.seesOrNot,
      404: { path: page(() => "unknown") },
      409: {
        prepare: ask("POST", within(path, "/content"), {
          changes: Array.from({ length: 17 }, () => ({
            operation: "insert_page",
            title: "Long",
            document: { markdown }
          }))
        }),
        path: pdf
      }
    }
  }
}

/** PDFs. */
export const resource: Resource = {
  operations: {
    getSpacePDF: makes(space),
    getChangeRequestPDF: { ...makes(request), more: [{ as: "rex", path: within(request, "/pdf?changes=true") }] }
  },
  visibility: {
    getSpacePDF: onSpace("read"),
    getChangeRequestPDF: onSpace("read")
  }
}
