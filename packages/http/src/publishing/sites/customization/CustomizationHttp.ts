import { Customizations } from "@lectern/core/sites/customization/Customizations"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { CustomizationApi } from "./CustomizationApi.js"

/** The handlers of {@link CustomizationApi}. */
export const handlers = Effect.map(
  Customizations,
  (customizations): GroupHandlers<typeof CustomizationApi> => ({
    getSiteCustomizationById: ({ path }) => customizations.get(path.organizationId, path.siteId),
    updateSiteCustomizationById: ({ path, payload }) => customizations.set(path.organizationId, path.siteId, payload)
  })
)
