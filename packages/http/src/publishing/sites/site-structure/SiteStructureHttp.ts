import { SiteStructures } from "@lectern/core/sites/site-structure/SiteStructures"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { SiteStructureApi } from "./SiteStructureApi.js"

/** The handlers of {@link SiteStructureApi}. */
export const handlers = Effect.map(
  SiteStructures,
  (structures): GroupHandlers<typeof SiteStructureApi> => ({
    getSiteStructure: ({ path, urlParams }) => structures.get(path.organizationId, path.siteId, urlParams),
    sortSiteStructure: ({ path, payload }) => structures.sort(path.organizationId, path.siteId, payload)
  })
)
