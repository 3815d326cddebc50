import type { Resource } from "../../contract/resources.js"
import { ask, never, type Operation, within } from "../../contract/rows.js"
import { onSpace } from "../../people/access/visibility/entries.js"
import type { Ids } from "../../support/world.js"

const space = (ids: Ids) => `/v1/spaces/${ids.spaces.main}`
const request = (ids: Ids) => `${space(ids)}/change-requests/${ids.changeRequest}`
/** A page with every kind of reference. */
const linked = (path: (ids: Ids) => string) => async (world: Parameters<ReturnType<typeof ask>>[0]) => {
  const { ids } = world
  const markdown = [
    `[page](/pages/${ids.page}#x) ![file](/files/${ids.file})`,
    "## Elsewhere",
    `[space](/spaces/${ids.spaces.second}) [collection](/collections/${ids.collections.outer})`,
    `[user](/users/${ids.users.rex}) [web](https://example.com) [own](http://lectern.test/app/s/x) [lost](lost.md)`
  ].join("\n\n")
  const changes = [{ operation: "insert_page", title: "Linked", document: { markdown } }]
  await ask("POST", path, { changes })(world)
}
const revision = (ids: Ids) => `${space(ids)}/revisions/${ids.revision}`
const reads = (
  path: (ids: Ids) => string,
  rest: (ids: Ids) => string,
  unknown: string,
  more: ReadonlyArray<string> = []
): Operation => {
  const full = (ids: Ids) => `${path(ids)}${rest(ids)}`
  return {
    method: "GET",
    path: full,
    status: 200,
    prepare: linked(within(path === revision ? space : path, "/content")),
    failures: {
      400: { path: within(full, "?limit=1001") },
      403: never.seesOrNot,
      404: { path: within(path, unknown) },
      409: never.readsOnly
    },
    more: more.map((query) => ({ path: within(full, query) }))
  }
}
const ofPage = ({ page }: Ids) => `/content/page/${page}`

/** Links. */
export const resource: Resource = {
  operations: {
    listSpaceLinks: {
      ...reads(space, () => "/links", "", ["?status=broken", "?status=ok&limit=2", "?status=in-app"]),
      failures: {
        400: { path: within(space, "/links?status=lost") },
        403: never.seesOrNot,
        404: { as: "rex", path: (ids) => `/v1/spaces/${ids.spaces.hidden}/links` },
        409: never.readsOnly
      }
    },
    listPageLinksInSpace: reads(space, (ids) => `${ofPage(ids)}/links`, "/content/page/unknown/links"),
    listSpacePageBacklinks: reads(space, (ids) => `${ofPage(ids)}/backlinks`, "/content/page/unknown/backlinks"),
    listSpaceFileBacklinks: reads(
      space,
      ({ file }) => `/content/files/${file}/backlinks`,
      "/content/files/unknown/backlinks"
    ),
    listChangeRequestLinks: {
      ...reads(request, () => "/links", "", ["?brokenContext=change-request", "?brokenContext=space"]),
      failures: {
        400: { path: within(request, "/links?brokenContext=main") },
        403: never.seesOrNot,
        404: { path: within(space, "/change-requests/unknown/links") },
        409: never.readsOnly
      }
    },
    listPageLinksInChangeRequest: reads(request, (ids) => `${ofPage(ids)}/links`, "/content/page/unknown/links"),
    listChangeRequestPageBacklinks: reads(
      request,
      (ids) => `${ofPage(ids)}/backlinks`,
      "/content/page/unknown/backlinks"
    ),
    listChangeRequestFileBacklinks: reads(
      request,
      ({ file }) => `/content/files/${file}/backlinks`,
      "/content/files/unknown/backlinks"
    ),
    listRevisionLinks: {
      ...reads(revision, () => "/links", "", ["?status=broken", "?status=ok&limit=2"]),
      failures: {
        400: { path: within(revision, "/links?status=lost") },
        403: never.seesOrNot,
        404: { path: within(space, "/revisions/unknown/links") },
        409: never.readsOnly
      }
    },
    listPageLinksInRevision: reads(revision, ({ page }) => `/page/${page}/links`, "/page/unknown/links"),
    listRevisionPageBacklinks: reads(revision, ({ page }) => `/page/${page}/backlinks`, "/page/unknown/backlinks"),
    listRevisionFileBacklinks: reads(revision, ({ file }) => `/files/${file}/backlinks`, "/files/unknown/backlinks")
  },
  own: ["listPageLinksInRevision", "listRevisionFileBacklinks", "listRevisionLinks", "listRevisionPageBacklinks"],
  visibility: {
    listSpaceLinks: onSpace("read"),
    listPageLinksInSpace: onSpace("read"),
    listSpacePageBacklinks: onSpace("read"),
    listSpaceFileBacklinks: onSpace("read"),
    listChangeRequestLinks: onSpace("read"),
    listPageLinksInChangeRequest: onSpace("read"),
    listChangeRequestPageBacklinks: onSpace("read"),
    listChangeRequestFileBacklinks: onSpace("read"),
    listRevisionLinks: onSpace("read"),
    listPageLinksInRevision: onSpace("read"),
    listRevisionPageBacklinks: onSpace("read"),
    listRevisionFileBacklinks: onSpace("read")
  }
}
