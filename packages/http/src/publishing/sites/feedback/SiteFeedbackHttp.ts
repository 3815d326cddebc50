import { SiteFeedbacks } from "@lectern/core/sites/feedback/SiteFeedbacks"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../../foundation/dispatcher/Handlers.js"
import type { SiteFeedbackApi } from "./SiteFeedbackApi.js"

/** The handlers of {@link SiteFeedbackApi}. */
export const handlers = Effect.map(
  SiteFeedbacks,
  (feedbacks): GroupHandlers<typeof SiteFeedbackApi> => ({
    listSiteFeedback: ({ path, urlParams }) => feedbacks.list(path.organizationId, path.siteId, urlParams),
    giveSiteFeedback: ({ path, payload }) => feedbacks.give(path.organizationId, path.siteId, payload)
  })
)
