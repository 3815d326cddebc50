import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { AuditEventsApi } from "./AuditEventsApi.js"

/** The handlers of {@link AuditEventsApi}. */
export const handlers = Effect.map(
  AuditEvents,
  (events): GroupHandlers<typeof AuditEventsApi> => ({
    listAuditEvents: ({ path, urlParams }) => events.list(path.organizationId, urlParams)
  })
)
