import { SiteRedirects } from "@lectern/core/sites/site-redirects/SiteRedirects"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { SiteRedirectsApi } from "./SiteRedirectsApi.js"

/** The handlers of {@link SiteRedirectsApi}. */
export const handlers = Effect.map(
  SiteRedirects,
  (redirects): GroupHandlers<typeof SiteRedirectsApi> => ({
    listSiteRedirects: ({ path, urlParams }) => redirects.list(path.organizationId, path.siteId, urlParams),
    createSiteRedirect: ({ path, payload }) => redirects.create(path.organizationId, path.siteId, payload),
    updateSiteRedirectById: ({ path, payload }) =>
      redirects.update(path.organizationId, path.siteId, path.siteRedirectId, payload),
    deleteSiteRedirectById: ({ path }) => redirects.remove(path.organizationId, path.siteId, path.siteRedirectId)
  })
)
