/** Copies audit events elsewhere: each at least once, in order, and resuming at its position after a restart. */
import { Actor, system } from "@lectern/core/access/Actor"
import { type AuditEventRecord, idOf } from "@lectern/core/audit-events/AuditEvent"
import type { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import { tags } from "@lectern/core/internal/engine/Services"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** A destination of copied events. */
export interface Copy {
  /** Identifies the destination; a new one begins with the first event. */
  readonly name: string
  /** Writes lines of JSON, which are durable once it succeeds. Its slow steps are interruptible themselves. */
  readonly write: (lines: string) => Effect.Effect<void, { readonly message: string }>
}

/** How many events are written together. */
const atOnce = 200

/** How often to check for new events. */
const checked = Duration.seconds(1)

/** The delay before a write is retried: 1 second, doubling each time, up to 5 minutes. */
const patience = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("5 minutes"))

/** An event as a line of JSON, with ids instead of names, since copies cannot be erased. */
export const lineOf = ({ sequence, time, organization, target, ...event }: AuditEventRecord): string => {
  const { person: _, ...thing } = target
  const line = {
    id: idOf(sequence),
    time: new Date(time).toISOString(),
    ...(organization !== "" && { organization }),
    ...event,
    target: thing
  }
  return `${JSON.stringify(line)}\n`
}

/** Copies existing events, and then new ones. Never ends. */
export const copying = ({ name, write }: Copy): Effect.Effect<never, never, AuditEvents> =>
  Effect.gen(function* () {
    const events = yield* tags.auditEvents
    const next = Effect.gen(function* () {
      const position = yield* events.position(name)
      const found = yield* events.after(position, atOnce)
      const last = found.at(-1)
      if (last === undefined) return false
      yield* Effect.uninterruptible(
        Effect.zipRight(write(found.map(lineOf).join("")), events.setPosition(name, last.sequence))
      )
      return true
    })
    const patiently = next.pipe(
      Effect.tapError(({ message }) => Effect.logWarning("audit events could not be copied", { place: name, message })),
      Effect.retry(patience),
      Effect.orDie
    )
    return yield* Effect.forever(Effect.flatMap(patiently, (more) => (more ? Effect.void : Effect.sleep(checked))))
  }).pipe(Effect.provideService(Actor, system), Effect.withTracerEnabled(false))
