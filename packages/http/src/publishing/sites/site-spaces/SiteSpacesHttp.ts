import { SiteSpaces } from "@lectern/core/sites/site-spaces/SiteSpaces"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { SiteSpacesApi } from "./SiteSpacesApi.js"

/** The handlers of {@link SiteSpacesApi}. */
export const handlers = Effect.map(
  SiteSpaces,
  (siteSpaces): GroupHandlers<typeof SiteSpacesApi> => ({
    listSiteSpaces: ({ path, urlParams }) => siteSpaces.list(path.organizationId, path.siteId, urlParams),
    addSpaceToSite: ({ path, payload }) => siteSpaces.add(path.organizationId, path.siteId, payload),
    deleteSiteSpaceById: ({ path }) => siteSpaces.remove(path.organizationId, path.siteId, path.siteSpaceId),
    updateSiteSpaceById: ({ path, payload }) =>
      siteSpaces.update(path.organizationId, path.siteId, path.siteSpaceId, payload),
    moveSiteSpace: ({ path, payload }) => siteSpaces.move(path.organizationId, path.siteId, path.siteSpaceId, payload)
  })
)
