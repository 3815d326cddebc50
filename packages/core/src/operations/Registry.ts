/** The services of this floor, each with the way to load it. */

import { lazyService } from "../storage/services/LazyService.js"

/** The services that this floor adds to a workspace, by name; each is made from what was made before it. */
export const services = {
  blobs: lazyService("Blobs", () => import("./garbage-collection/Blobs.js"), [], { collect: "loaded" }),
  secrets: lazyService("Secrets", () => import("./key-rotation/Secrets.js"), ["keys", "reseal"]),
  integrity: lazyService("Integrity", () => import("./integrity/Integrity.js"), ["check", "repair"]),
  idempotency: lazyService("Idempotency", () => import("./idempotency/Idempotency.js"), ["once", "clean"]),
  events: lazyService("Events", () => import("./events/Events.js"), ["list", "now", "wait", "clean", "settle"]),
  auditEvents: lazyService("AuditEvents", () => import("./audit-events/AuditEvents.js"), [
    "list",
    "server",
    "after",
    "position",
    "setPosition",
    "recordSettings",
    "recordRefusals",
    "clean"
  ])
}
