import { AdaptiveSchemas } from "@lectern/core/sites/adaptive-content/AdaptiveSchemas"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { AdaptiveContentApi } from "./AdaptiveContentApi.js"

/** The handlers of {@link AdaptiveContentApi}. */
export const handlers = Effect.map(
  AdaptiveSchemas,
  (schemas): GroupHandlers<typeof AdaptiveContentApi> => ({
    getSiteAdaptiveSchema: ({ path }) => schemas.get(path.organizationId, path.siteId),
    updateSiteAdaptiveSchema: ({ path, payload }) => schemas.set(path.organizationId, path.siteId, payload),
    listSiteAdaptiveTemplateConditions: ({ path }) => schemas.templateConditions(path.organizationId, path.siteId)
  })
)
