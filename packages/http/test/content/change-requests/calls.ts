import type { Resource } from "../../contract/resources.js"
import { ask, malformed, never, within } from "../../contract/rows.js"
import { body, empty, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids, World } from "../../support/world.js"

const all = (ids: Ids) => `/v1/spaces/${ids.spaces.main}/change-requests`
const hidden = (ids: Ids) => `/v1/spaces/${ids.spaces.hidden}/change-requests`
const one = (ids: Ids) => `${all(ids)}/${ids.changeRequest}`
const byNumber = within(all, "/1")
const unknown = within(all, "/unknown")
const elsewhere = (ids: Ids) => `/v1/spaces/${ids.spaces.second}/change-requests/${ids.changeRequest}`
const content = within(one, "/content")
const file = (ids: Ids) => `${content(ids)}/files/${ids.file}`
const page = (ids: Ids) => `${content(ids)}/page/${ids.page}`
const moveMain = ask("POST", (ids) => `/v1/spaces/${ids.spaces.main}/content`, {
  changes: [{ operation: "insert_page", title: "Meanwhile" }]
})
const requireApproval = ask("PATCH", (ids) => `/v1/spaces/${ids.spaces.main}`, {
  mergeRules: { type: "rules", rules: [{ rule: "require_approvals", approvals: 1 }] }
})
const changePage = ({ ask: request, ids }: World) => {
  const changes = [{ operation: "update_page", page: ids.page, document: { markdown: "# Another guide\n" } }]
  return request("POST", `/v1/spaces/${ids.spaces.main}/content`, { body: { changes } })
}

const describe = (description: string, path: (ids: Ids) => string) => (world: World) => {
  const changes = [{ operation: "update_page", page: world.ids.page, description }]
  return world.ask("POST", path(world.ids), { body: { changes } })
}
const decided = ({ page: item }: Ids) => ({ item, where: "description" })
const decideDescription = async (world: World) => {
  await describe("Of main", (ids) => `/v1/spaces/${ids.spaces.main}/content`)(world)
  await describe("Of the request", content)(world)
  const resolutions = [{ ...decided(world.ids), take: "main" }]
  return world.ask("POST", within(one, "/resolve")(world.ids), { body: { resolutions } })
}
const editDecided = async (world: World) => {
  await decideDescription(world)
  return describe("Another", content)(world)
}

/** Change requests and their content. The request is an administrator's, a draft, and has an edit. */
export const resource: Resource = {
  operations: {
    listChangeRequestsForSpace: {
      method: "GET",
      path: all,
      status: 200,
      failures: {
        400: { path: within(all, "?status=closed") },
        403: never.seesOrNot,
        404: { as: "rex", path: hidden },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: (ids) => `${all(ids)}?status=draft&contributor=${ids.users.ada}&limit=1` }]
    },
    createChangeRequest: {
      method: "POST",
      path: all,
      status: 201,
      body: () => ({ subject: "A better guide" }),
      failures: {
        400: { body: () => ({ subject: "x".repeat(101) }) },
        403: { as: "rex" },
        404: { as: "rex", path: hidden },
        409: never.noState
      },
      more: [{ body: () => ({}) }, { path: (ids) => `/v1/spaces/${ids.spaces.locked}/change-requests` }]
    },
    getChangeRequestById: {
      method: "GET",
      path: one,
      status: 200,
      failures: {
        400: { path: within(all, "/%zz") },
        403: never.seesOrNot,
        404: { path: elsewhere },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: byNumber }]
    },
    updateChangeRequestById: {
      method: "PATCH",
      path: one,
      status: 200,
      body: () => ({ subject: "Renamed", status: "open" }),
      failures: {
        400: { body: () => ({ status: "merged" }) },
        403: { as: "rex" },
        404: { path: unknown },
        409: never.noState
      },
      more: [{ body: () => ({}) }, { prepare: ask("POST", within(one, "/merge")) }]
    },
    mergeChangeRequest: {
      method: "POST",
      path: within(one, "/merge"),
      status: 200,
      body: () => ({ override: true }),
      failures: {
        400: malformed,
        403: { as: "rex" },
        404: { path: within(unknown, "/merge") },
        409: { prepare: ask("POST", within(one, "/merge")) }
      },
      more: [
        { prepare: moveMain },
        { path: within(byNumber, "/merge") },
        { prepare: requireApproval },
        { body: () => ({}) }
      ]
    },
    getChangeRequestMergeRules: {
      method: "GET",
      path: within(one, "/merge-rules"),
      status: 200,
      prepare: requireApproval,
      failures: {
        400: { path: within(all, "/%zz/merge-rules") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/merge-rules") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(byNumber, "/merge-rules") }]
    },
    updateChangeRequest: {
      method: "POST",
      path: within(one, "/update"),
      status: 200,
      failures: { 400: malformed, 403: { as: "rex" }, 404: { path: within(unknown, "/update") }, 409: never.noState },
      more: [{ prepare: moveMain }]
    },
    resolveChangeRequestConflicts: {
      method: "POST",
      path: within(one, "/resolve"),
      status: 200,
      prepare: changePage,
      body: ({ page: item }) => ({ resolutions: [{ item, where: "block 1", take: "main" }] }),
      failures: {
        400: { body: ({ page: item }) => ({ resolutions: [{ item, where: "block 1" }] }) },
        403: { as: "rex" },
        404: { body: ({ page: item }) => ({ resolutions: [{ item, where: "block 7", take: "main" }] }) },
        409: never.noState
      },
      more: [{ body: ({ page: item }) => ({ resolutions: [{ item, where: "block 1", text: "# Guides" }] }) }]
    },
    reopenChangeRequestConflicts: {
      method: "POST",
      path: within(one, "/reopen"),
      status: 200,
      prepare: decideDescription,
      body: (ids) => ({ conflicts: [decided(ids)] }),
      failures: {
        400: { body: () => ({ conflicts: [] }) },
        403: { as: "rex" },
        404: { body: ({ page: item }) => ({ conflicts: [{ item, where: "block 1" }] }) },
        409: { prepare: editDecided }
      }
    },
    getChangeRequestChanges: {
      method: "GET",
      path: within(one, "/changes"),
      status: 200,
      prepare: changePage,
      failures: {
        400: { path: within(one, "/changes?limit=1001") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/changes") },
        409: never.readsOnly
      },
      more: [
        { as: "rex", path: within(byNumber, "/changes?limit=0&blocks=false") },
        { prepare: changePage, path: within(one, "/changes?limit=1") }
      ]
    },
    compareItemInChangeRequest: {
      method: "GET",
      path: (ids) => `${one(ids)}/changes/${ids.page}`,
      status: 200,
      prepare: changePage,
      failures: {
        400: { path: within(one, "/changes/%zz") },
        403: never.seesOrNot,
        404: { path: within(one, "/changes/unknown") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: (ids) => `${byNumber(ids)}/changes/${ids.page}` }]
    },
    listRevisionsForChangeRequest: {
      method: "GET",
      path: within(one, "/revisions"),
      status: 200,
      failures: {
        400: { path: within(one, "/revisions?limit=1001") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/revisions") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(byNumber, "/revisions?limit=1") }]
    },
    getRevisionOfChangeRequestById: {
      method: "GET",
      path: content,
      status: 200,
      failures: {
        400: { path: within(content, "?metadata=1") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/content") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(byNumber, "/content?metadata=false&computed=false") }]
    },
    updateChangeRequestContent: {
      method: "POST",
      path: content,
      status: 200,
      body: ({ page: id }) => ({ changes: [{ operation: "update_page", page: id, title: "Changed" }] }),
      failures: {
        400: { body: () => ({ changes: [] }) },
        403: { as: "rex" },
        404: { body: () => ({ changes: [{ operation: "delete_page", page: "unknown" }] }) },
        409: { prepare: ask("POST", within(one, "/merge")) },
        412: { headers: () => ({ "if-match": '"other-revision"' }) }
      },
      more: [
        { headers: ({ changeRequestRevision }) => ({ "if-match": `"${changeRequestRevision}-tag"` }) },
        { path: within(content, "?compat=false") }
      ]
    },
    listPagesInChangeRequest: {
      method: "GET",
      path: within(content, "/pages"),
      status: 200,
      failures: {
        400: { path: within(content, "/pages?computed=") },
        403: never.seesOrNot,
        404: { as: "eve" },
        409: never.readsOnly
      }
    },
    listFilesInChangeRequestById: {
      method: "GET",
      path: within(content, "/files"),
      status: 200,
      failures: {
        400: { path: within(content, "/files?limit=1.5") },
        403: never.seesOrNot,
        404: { path: within(unknown, "/content/files") },
        409: never.readsOnly
      }
    },
    getFileInChangeRequestById: {
      method: "GET",
      path: file,
      status: 200,
      failures: {
        400: { path: within(content, "/files/%zz") },
        403: never.seesOrNot,
        404: { path: within(content, "/files/unknown") },
        409: never.readsOnly
      }
    },
    getPageInChangeRequestById: {
      method: "GET",
      path: page,
      status: 200,
      failures: {
        400: { path: within(page, "?format=html") },
        403: never.seesOrNot,
        404: { path: within(content, "/page/unknown") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(page, "?evaluated=true") }, { path: within(page, "?format=document") }]
    },
    getPageInChangeRequestByPath: {
      method: "GET",
      path: within(content, "/path/guide/install"),
      status: 200,
      failures: {
        400: { path: within(content, "/path/guide/%zz") },
        403: never.seesOrNot,
        404: { path: within(content, "/path/guide/nothing") },
        409: never.readsOnly
      },
      more: [{ as: "rex", path: within(content, "/path/guide%2Finstall") }]
    }
  },
  own: [
    "compareItemInChangeRequest",
    "getChangeRequestMergeRules",
    "listRevisionsForChangeRequest",
    "reopenChangeRequestConflicts",
    "resolveChangeRequestConflicts",
    "updateChangeRequestContent"
  ],
  visibility: {
    listChangeRequestsForSpace: onSpace("read"),
    createChangeRequest: onSpace("edit", empty),
    getChangeRequestById: onSpace("read"),
    updateChangeRequestById: onSpace("edit", body({ subject: "Renamed" })),
    mergeChangeRequest: onSpace("review"),
    getChangeRequestMergeRules: onSpace("read"),
    updateChangeRequest: onSpace("edit"),
    resolveChangeRequestConflicts: onSpace("edit", {
      body: (_, target) => ({
        resolutions: [{ item: target?.params.pageId, where: target?.params.conflict, take: "main" }]
      })
    }),
    reopenChangeRequestConflicts: onSpace("edit", {
      body: (_, target) => ({ conflicts: [{ item: target?.params.pageId, where: "description" }] })
    }),
    getChangeRequestChanges: onSpace("read"),
    compareItemInChangeRequest: onSpace("read"),
    listRevisionsForChangeRequest: onSpace("read"),
    getRevisionOfChangeRequestById: onSpace("read"),
    updateChangeRequestContent: onSpace("edit", body({ changes: [{ operation: "insert_page", title: "New" }] })),
    listPagesInChangeRequest: onSpace("read"),
    listFilesInChangeRequestById: onSpace("read"),
    getFileInChangeRequestById: onSpace("read"),
    getPageInChangeRequestById: onSpace("read"),
    getPageInChangeRequestByPath: onSpace("read")
  }
}
