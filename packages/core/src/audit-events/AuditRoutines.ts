/** What the audit trail needs done periodically: refusals are written, and old events removed. */
import * as Effect from "effect/Effect"
import type { Actor } from "../access/Actor.js"
import type { Routine } from "../services/Routine.js"
import { AuditEvents } from "./AuditEvents.js"

/** Writes the failed sign-ins and refused tokens of the minutes that are over. */
export const refusalRecording: Routine<AuditEvents | Actor> = {
  name: "refused sign-ins and tokens",
  schedule: "refreshing",
  round: () =>
    Effect.as(
      Effect.flatMap(AuditEvents, ({ recordRefusals }) => recordRefusals()),
      undefined
    )
}

/** Removes events that are older than they are to be kept. */
export const auditCleaning: Routine<AuditEvents | Actor> = {
  name: "audit trail",
  schedule: "cleaning",
  round: () =>
    Effect.map(
      Effect.flatMap(AuditEvents, ({ clean }) => clean()),
      (removed) => (removed === 0 ? undefined : { message: "removed old audit events", details: { events: removed } })
    )
}
