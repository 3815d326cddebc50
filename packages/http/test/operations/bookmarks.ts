import type { Ids } from "../support/world.js"
import { never, type Operation, within } from "./rows.js"

const all = (ids: Ids) => `/v1/spaces/${ids.spaces.main}/bookmarks`

/** The operations of bookmarks. */
export const bookmarks: Readonly<Record<string, Operation>> = {
  listBookmarks: {
    method: "GET",
    path: all,
    status: 200,
    failures: {
      400: { path: within(all, "?limit=-1") },
      403: never.seesOrNot,
      404: { as: "eve" },
      409: never.readsOnly
    }
  },
  addBookmark: {
    method: "POST",
    path: all,
    status: 200,
    body: (ids) => ({ page: ids.page }),
    failures: {
      400: { body: () => ({ page: 7 }) },
      403: never.seesOrNot,
      404: { as: "eve" },
      409: never.noState
    }
  },
  removeBookmark: {
    method: "DELETE",
    path: (ids) => `${all(ids)}/${ids.page}`,
    status: 204,
    failures: { 400: { path: within(all, "/%zz") }, 403: never.seesOrNot, 404: never.goneIsFine, 409: never.noState },
    more: [{ as: "eve" }]
  }
}
