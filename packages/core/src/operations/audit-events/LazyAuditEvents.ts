import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `AuditEvents`, which is loaded when it is first called. */
export const auditEvents = lazyService("AuditEvents", () => import("./AuditEvents.js"), [
  "list",
  "server",
  "after",
  "position",
  "setPosition",
  "recordSettings",
  "recordRefusals",
  "clean"
])
