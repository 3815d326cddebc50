import { RevisionId } from "@lectern/core/content/RevisionId"
import { Links } from "@lectern/core/links/Links"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { LinksApi } from "./LinksApi.js"

/** The handlers of {@link LinksApi}. */
export const handlers = Effect.map(Links, (links): GroupHandlers<typeof LinksApi> => {
  const at = ({ revisionId }: { readonly revisionId: string }) => ({ revision: RevisionId.make(revisionId) })
  return {
    listSpaceLinks: ({ path, urlParams }) => links.list(path.spaceId, urlParams),
    listPageLinksInSpace: ({ path, urlParams }) => links.ofPage(path.spaceId, path.pageId, urlParams),
    listSpacePageBacklinks: ({ path, urlParams }) => links.toPage(path.spaceId, path.pageId, urlParams),
    listSpaceFileBacklinks: ({ path, urlParams }) => links.toFile(path.spaceId, path.fileId, urlParams),
    listChangeRequestLinks: ({ path, urlParams }) =>
      links.list(path.spaceId, urlParams, { changeRequest: path.changeRequestId }),
    listPageLinksInChangeRequest: ({ path, urlParams }) =>
      links.ofPage(path.spaceId, path.pageId, urlParams, { changeRequest: path.changeRequestId }),
    listChangeRequestPageBacklinks: ({ path, urlParams }) =>
      links.toPage(path.spaceId, path.pageId, urlParams, { changeRequest: path.changeRequestId }),
    listChangeRequestFileBacklinks: ({ path, urlParams }) =>
      links.toFile(path.spaceId, path.fileId, urlParams, { changeRequest: path.changeRequestId }),
    listRevisionLinks: ({ path, urlParams }) => links.list(path.spaceId, urlParams, at(path)),
    listPageLinksInRevision: ({ path, urlParams }) => links.ofPage(path.spaceId, path.pageId, urlParams, at(path)),
    listRevisionPageBacklinks: ({ path, urlParams }) => links.toPage(path.spaceId, path.pageId, urlParams, at(path)),
    listRevisionFileBacklinks: ({ path, urlParams }) => links.toFile(path.spaceId, path.fileId, urlParams, at(path))
  }
})
