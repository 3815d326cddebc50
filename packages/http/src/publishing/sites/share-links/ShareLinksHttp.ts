import { ShareLinks } from "@lectern/core/sites/share-links/ShareLinks"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { ShareLinksApi } from "./ShareLinksApi.js"

/** The handlers of {@link ShareLinksApi}. */
export const handlers = Effect.map(
  ShareLinks,
  (links): GroupHandlers<typeof ShareLinksApi> => ({
    listSiteShareLinks: ({ path, urlParams }) => links.list(path.organizationId, path.siteId, urlParams),
    createSiteShareLink: ({ path, payload }) => links.create(path.organizationId, path.siteId, payload),
    deleteSiteShareLinkById: ({ path }) => links.remove(path.organizationId, path.siteId, path.shareLinkId),
    renewSiteShareLink: ({ path }) => links.renew(path.organizationId, path.siteId, path.shareLinkId),
    updateSiteShareLinkById: ({ path, payload }) =>
      links.update(path.organizationId, path.siteId, path.shareLinkId, payload)
  })
)
