/** The services and the jobs of this floor, each with the way to load it. */

import * as Effect from "effect/Effect"
import { backgroundWork } from "../storage/services/BackgroundWork.js"
import { lazyService } from "../storage/services/LazyService.js"
import { webhookJob } from "./webhooks/WebhookJob.js"

/** All kinds of jobs, each with the service that does its jobs, which is loaded for the first of them. */
export const jobKinds = [
  backgroundWork(
    webhookJob,
    lazyService("WebhookDispatch", () => import("./webhooks/Dispatching.js")),
    {
      perform: ({ perform }) => perform(),
      unfinished: ({ isNeeded }) => Effect.map(isNeeded(), (needed) => (needed ? [{}] : []))
    }
  )
] as const

/** The services that this floor adds to a workspace, by name; each is made from what was made before it. */
export const services = {
  blobs: lazyService("Blobs", () => import("./garbage-collection/Blobs.js"), [], { collect: "loaded" }),
  secrets: lazyService("Secrets", () => import("./key-rotation/Secrets.js"), ["keys", "reseal"]),
  integrity: lazyService("Integrity", () => import("./integrity/Integrity.js"), ["check", "repair"]),
  idempotency: lazyService("Idempotency", () => import("./idempotency/Idempotency.js"), ["once", "clean"]),
  events: lazyService("Events", () => import("./events/Events.js"), ["list", "now", "wait", "clean", "settle"]),
  webhooks: lazyService("Webhooks", () => import("./webhooks/Webhooks.js"), [
    "list",
    "create",
    "get",
    "update",
    "remove",
    "rotate",
    "test",
    "deliveries",
    "replay",
    "clean"
  ]),
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
