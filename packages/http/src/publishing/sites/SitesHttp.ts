import { SitePublishing } from "@lectern/core/sites/SitePublishing"
import { Sites } from "@lectern/core/sites/Sites"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { SitesApi } from "./SitesApi.js"

/** The handlers of {@link SitesApi}. */
export const handlers = Effect.map(
  Effect.all([Sites, SitePublishing]),
  ([sites, publishing]): GroupHandlers<typeof SitesApi> => ({
    listSites: ({ path, urlParams }) => sites.list(path.organizationId, urlParams),
    createSite: ({ path, payload }) => sites.create(path.organizationId, payload),
    getSiteById: ({ path, urlParams }) => sites.get(path.organizationId, path.siteId, urlParams),
    updateSiteById: ({ path, payload }) => sites.update(path.organizationId, path.siteId, payload),
    deleteSiteById: ({ path }) => sites.remove(path.organizationId, path.siteId),
    publishSite: ({ path }) => sites.publish(path.organizationId, path.siteId),
    unpublishSite: ({ path }) => sites.unpublish(path.organizationId, path.siteId),
    getSitePublishingAuthById: ({ path }) => publishing.auth(path.organizationId, path.siteId),
    updateSitePublishingAuthById: ({ path, payload }) =>
      publishing.updateAuth(path.organizationId, path.siteId, payload),
    regenerateSitePublishingAuthById: ({ path }) => publishing.regenerateAuth(path.organizationId, path.siteId),
    rotateSitePublishingKey: ({ path, payload }) => publishing.rotateKey(path.organizationId, path.siteId, payload),
    deleteSitePublishingKeyById: ({ path }) => publishing.removeKey(path.organizationId, path.siteId, path.signingKeyId)
  })
)
