/** The periodic work of a server. */
import * as Effect from "effect/Effect"
import { AuditRules } from "../operations/audit-events/AuditRules.js"
import type { Routine } from "../storage/services/Routine.js"
import { defaultEventDays, EventRules } from "../storage/trail/EventRules.js"
import { tags } from "./Services.js"

const routine = <R>(declared: Routine<R>): Routine<R> => declared

/** All routines. Each round of a schedule runs them in this order: blobs last, once they are unreferenced. */
export const routines = [
  /** Purges the spaces whose retention has ended. */
  routine({
    name: "purge",
    schedule: "cleaning",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.spaces, ({ purge }) => purge),
        (purged) =>
          purged.length === 0
            ? undefined
            : { message: "purged", details: { spaces: purged.map(({ id }) => id).join(",") } }
      )
  }),
  /** Removes expired uploads. */
  routine({
    name: "uploads",
    schedule: "cleaning",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.uploads, ({ clean }) => clean),
        (removed) => (removed === 0 ? undefined : { message: "expired uploads removed", details: { uploads: removed } })
      )
  }),
  /** Removes expired sessions, one-time links, challenges and failed attempts. */
  routine({
    name: "sign-in",
    schedule: "cleaning",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.signIn, ({ clean }) => clean()),
        undefined
      )
  }),
  /** Removes the leases of windows that have ended. */
  routine({
    name: "rate limits",
    schedule: "cleaning",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.rateLimits, ({ clean }) => clean()),
        undefined
      )
  }),
  /** Deletes events that are older than the rules allow. */
  routine({
    name: "audit trail",
    schedule: "cleaning",
    round: () =>
      Effect.gen(function* () {
        const { days } = yield* AuditRules
        const { clean } = yield* tags.auditEvents
        const events = days === undefined ? 0 : yield* clean(days)
        return events === 0 ? undefined : { message: "removed old audit events", details: { events } }
      })
  }),
  /** Deletes events that are older than the rules allow. */
  routine({
    name: "events",
    schedule: "cleaning",
    round: () =>
      Effect.gen(function* () {
        const { days = defaultEventDays } = yield* EventRules
        const { clean } = yield* tags.events
        const events = days === 0 ? 0 : yield* clean(days)
        return events === 0 ? undefined : { message: "removed old events", details: { events } }
      })
  }),
  /** Removes the idempotency keys that are no longer kept. */
  routine({
    name: "idempotency keys",
    schedule: "cleaning",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.idempotency, ({ clean }) => clean()),
        undefined
      )
  }),
  /** Deletes the deliveries of webhooks that are older than they are kept. */
  routine({
    name: "deliveries of webhooks",
    schedule: "cleaning",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.webhooks, ({ clean }) => clean()),
        (deliveries) =>
          deliveries === 0 ? undefined : { message: "removed old deliveries of webhooks", details: { deliveries } }
      )
  }),
  /** Removes the unreferenced blobs. */
  routine({
    name: "blobs",
    schedule: "cleaning",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.blobs, ({ collect }) => collect),
        (collected) => (collected.blobs === 0 ? undefined : { message: "blobs removed", details: { ...collected } })
      )
  }),
  /** Fetches every specification again that was last fetched too long ago. */
  routine({
    name: "fetching specifications again",
    schedule: "refreshing",
    round: ({ maxAge }) =>
      Effect.map(
        Effect.flatMap(tags.openAPISpecs, ({ refreshDue }) => refreshDue(maxAge)),
        (started) => (started === 0 ? undefined : { message: "fetching specifications again", details: { started } })
      )
  }),
  /** Gives ids to events that nobody has read. */
  routine({
    name: "ids of events",
    schedule: "refreshing",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.events, ({ settle }) => settle()),
        undefined
      )
  }),
  /** Saves texts that were edited live, which an engine does by itself unless it is killed. */
  routine({
    name: "live texts",
    schedule: "refreshing",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.liveTexts, ({ settle }) => settle()),
        (saved) => (saved === 0 ? undefined : { message: "saved live texts", details: { lines: saved } })
      )
  }),
  /** Writes the last uses of tokens. */
  routine({
    name: "uses of tokens",
    schedule: "refreshing",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.apiTokens, ({ recordUses }) => recordUses),
        undefined
      )
  }),
  /** Writes the failed sign-ins and refused tokens of past minutes. */
  routine({
    name: "refused sign-ins and tokens",
    schedule: "refreshing",
    round: () =>
      Effect.as(
        Effect.flatMap(tags.auditEvents, ({ recordRefusals }) => recordRefusals()),
        undefined
      )
  }),
  /** Encrypts secrets with the current key, after a rotation or if there was no key before. */
  routine({
    name: "encryption of secrets",
    schedule: "refreshing",
    round: () =>
      Effect.map(
        Effect.flatMap(tags.secrets, ({ reseal }) => reseal()),
        ({ resealed }) =>
          resealed === 0
            ? undefined
            : { message: "encrypted secrets with the current key", details: { records: resealed } }
      )
  })
] as const
