/** Periodic tasks of the audit trail: refusals are written, and old events removed. */
import * as Effect from "effect/Effect"
import type { Actor } from "../../people/access/Actor.js"
import type { Routine } from "../../storage/services/Routine.js"
import { AuditEvents } from "./AuditEvents.js"
import { AuditRules } from "./AuditRules.js"

/** Writes the failed sign-ins and refused tokens of past minutes. */
export const refusalRecording: Routine<AuditEvents | Actor> = {
  name: "refused sign-ins and tokens",
  schedule: "refreshing",
  round: () =>
    Effect.as(
      Effect.flatMap(AuditEvents, ({ recordRefusals }) => recordRefusals()),
      undefined
    )
}

/** Deletes events that are older than the rules allow. */
export const auditCleaning: Routine<AuditEvents | Actor> = {
  name: "audit trail",
  schedule: "cleaning",
  round: () =>
    Effect.gen(function* () {
      const { days } = yield* AuditRules
      const { clean } = yield* AuditEvents
      const events = days === undefined ? 0 : yield* clean(days)
      return events === 0 ? undefined : { message: "removed old audit events", details: { events } }
    })
}
