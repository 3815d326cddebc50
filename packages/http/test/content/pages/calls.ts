import type { Resource } from "../../contract/resources.js"
import { ask, never, space } from "../../contract/rows.js"
import { body, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const revision = (rest: (ids: Ids) => string) => (ids: Ids) =>
  `/v1/spaces/${ids.spaces.main}/revisions/${ids.oldRevision}${rest(ids)}`

/** The content of spaces, and its revisions. */
export const resource: Resource = {
  operations: {
    getCurrentRevision: {
      method: "GET",
      path: space("main", "/content"),
      status: 200,
      failures: {
        400: { path: space("main", "/content?metadata=yes") },
        403: never.seesOrNot,
        404: { path: space("deleted", "/content") },
        409: never.readsOnly
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
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      }
    },
    listFiles: {
      method: "GET",
      path: space("main", "/content/files"),
      status: 200,
      failures: {
        400: { path: space("main", "/content/files?limit=1.5") },
        403: never.seesOrNot,
        404: { as: "rex", path: space("hidden", "/content/files") },
        409: never.readsOnly
      }
    },
    getFileById: {
      method: "GET",
      path: (ids) => space("main", `/content/files/${ids.file}`)(ids),
      status: 200,
      failures: {
        400: { path: space("main", "/content/files/%zz") },
        403: never.seesOrNot,
        404: { path: space("main", "/content/files/unknown") },
        409: never.readsOnly
      }
    },
    getPageById: {
      method: "GET",
      path: (ids) => space("main", `/content/page/${ids.page}`)(ids),
      status: 200,
      failures: {
        400: { path: (ids) => space("main", `/content/page/${ids.page}?format=html`)(ids) },
        403: never.seesOrNot,
        404: { path: (ids) => space("second", `/content/page/${ids.page}`)(ids) },
        409: never.readsOnly
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
        403: never.seesOrNot,
        404: { path: space("main", "/content/path/guide/nothing") },
        409: never.readsOnly
      },
      more: [{ path: space("main", "/content/path/guide%2Finstall") }, { path: space("main", "/content/path/guide") }]
    },
    listRevisionsForSpace: {
      method: "GET",
      path: space("main", "/revisions"),
      status: 200,
      failures: {
        400: { path: space("main", "/revisions?page=broken") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      },
      more: [
        { as: "rex", path: space("main", "/revisions?limit=1") },
        { path: (ids) => space("main", `/revisions?changedPage=${ids.page}&named=true`)(ids) },
        {
          path: space("main", "/revisions?named=true"),
          prepare: ask(
            "PUT",
            revision(() => "/name"),
            { name: "First" }
          )
        }
      ]
    },
    restoreRevision: {
      method: "POST",
      path: revision(() => "/restore"),
      status: 200,
      body: () => ({}),
      failures: {
        400: { body: () => ({ pages: [] }) },
        403: { as: "rex" },
        404: { body: () => ({ pages: ["unknown"] }) },
        409: { path: (ids) => space("main", `/revisions/${ids.changeRequestRevision}/restore`)(ids) }
      },
      more: [{ body: ({ page }) => ({ pages: [page] }) }, { body: ({ changeRequest }) => ({ changeRequest }) }]
    },
    nameRevision: {
      method: "PUT",
      path: revision(() => "/name"),
      status: 200,
      body: () => ({ name: "Before the move", description: "The last one with the old names." }),
      failures: {
        400: { body: () => ({ name: " " }) },
        403: { as: "rex" },
        404: { path: space("main", "/revisions/unknown/name") },
        409: {
          prepare: ask("PUT", (ids) => space("main", `/revisions/${ids.revision}/name`)(ids), {
            name: "Before the move"
          })
        }
      },
      more: [{ path: (ids) => space("main", `/revisions/${ids.changeRequestRevision}/name`)(ids) }]
    },
    deleteRevisionName: {
      method: "DELETE",
      path: revision(() => "/name"),
      status: 204,
      prepare: ask(
        "PUT",
        revision(() => "/name"),
        { name: "Before the move" }
      ),
      failures: {
        400: { path: space("main", "/revisions/%zz/name") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState
      },
      more: [{ path: space("main", "/revisions/unknown/name") }, { as: "eve" }]
    },
    getRevisionById: {
      method: "GET",
      path: revision(() => ""),
      status: 200,
      failures: {
        400: { path: revision(() => "?metadata=1") },
        403: never.seesOrNot,
        404: { path: (ids) => space("second", `/revisions/${ids.revision}`)(ids) },
        409: never.readsOnly
      }
    },
    listPagesInRevisionById: {
      method: "GET",
      path: revision(() => "/pages"),
      status: 200,
      failures: {
        400: { path: revision(() => "/pages?metadata=1") },
        403: never.seesOrNot,
        404: { path: space("main", "/revisions/unknown/pages") },
        409: never.readsOnly
      }
    },
    listFilesInRevisionById: {
      method: "GET",
      path: revision(() => "/files"),
      status: 200,
      failures: {
        400: { path: revision(() => "/files?limit=x") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      }
    },
    getPageInRevisionById: {
      method: "GET",
      path: revision(({ page }) => `/page/${page}`),
      status: 200,
      failures: {
        400: { path: revision(({ page }) => `/page/${page}?evaluated=2`) },
        403: never.seesOrNot,
        404: { path: revision(() => "/page/unknown") },
        409: never.readsOnly
      }
    },
    getFileInRevisionById: {
      method: "GET",
      path: revision(({ file }) => `/files/${file}`),
      status: 200,
      failures: {
        400: { path: revision(({ file }) => `/files/${file}?metadata=1`) },
        403: never.seesOrNot,
        404: { path: revision(() => "/files/unknown") },
        409: never.readsOnly
      }
    },
    getPageInRevisionByPath: {
      method: "GET",
      path: revision(() => "/path/guide"),
      status: 200,
      failures: {
        400: { path: revision(() => "/path/guide/%zz") },
        403: never.seesOrNot,
        404: { path: revision(() => "/path/guide/nothing") },
        409: never.readsOnly
      },
      more: [{ path: revision(() => "/path/guide?format=document") }]
    },
    getRevisionSemanticChanges: {
      method: "GET",
      path: (ids) => space("main", `/revisions/${ids.changeRequestRevision}/changes`)(ids),
      status: 200,
      failures: {
        400: { path: revision(() => "/changes?limit=-1") },
        403: never.seesOrNot,
        404: { path: revision(() => "/changes?compare=unknown") },
        409: never.readsOnly
      },
      more: [
        { as: "rex", path: (ids) => space("main", `/revisions/${ids.revision}/changes`)(ids) },
        { path: revision((ids) => `/changes?limit=1&compare=${ids.changeRequestRevision}`) },
        { path: revision(() => "/changes") }
      ]
    },
    compareItemInRevision: {
      method: "GET",
      path: revision(({ page }) => `/changes/${page}`),
      status: 200,
      failures: {
        400: { path: revision(() => "/changes/%zz") },
        403: never.seesOrNot,
        404: { path: revision(() => "/changes/unknown") },
        409: never.readsOnly
      },
      more: [{ path: revision((ids) => `/changes/${ids.page}?compare=${ids.changeRequestRevision}`) }]
    }
  },
  own: [
    "compareItemInRevision",
    "listRevisionsForSpace",
    "restoreRevision",
    "nameRevision",
    "deleteRevisionName",
    "updateSpaceContent"
  ],
  visibility: {
    getCurrentRevision: onSpace("read"),
    updateSpaceContent: onSpace("edit", body({ changes: [{ operation: "insert_page", title: "New" }] })),
    listPages: onSpace("read"),
    listFiles: onSpace("read"),
    getFileById: onSpace("read"),
    getPageById: onSpace("read"),
    getPageByPath: onSpace("read"),
    listRevisionsForSpace: onSpace("read"),
    restoreRevision: onSpace("edit", body({})),
    nameRevision: onSpace("edit", body({ name: "Named" })),
    deleteRevisionName: onSpace("edit"),
    getRevisionById: onSpace("read"),
    listPagesInRevisionById: onSpace("read"),
    listFilesInRevisionById: onSpace("read"),
    getPageInRevisionById: onSpace("read"),
    getFileInRevisionById: onSpace("read"),
    getPageInRevisionByPath: onSpace("read"),
    getRevisionSemanticChanges: onSpace("read"),
    compareItemInRevision: onSpace("read")
  }
}
