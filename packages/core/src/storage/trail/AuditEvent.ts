/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { described, identified } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp, text } from "../../foundation/schema/Text.js"

/** An audit event's id. Ids sort in the order in which the events were committed. */
export const AuditEventId = Schema.String.pipe(Schema.brand("AuditEventId"))
export type AuditEventId = typeof AuditEventId.Type

/**
 * The kind of actor: a person, a service user with the token of an organization, the server itself, or an unknown
 * actor.
 */
export const AuditActorKind = Schema.Literal("user", "service", "system", "unknown")

const Fields = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An audit event as answered. People have their current names. */
export const AuditEvent = Schema.Struct({
  object: Schema.Literal("audit-event"),
  id: identified(AuditEventId),
  time: described(Timestamp, "When it happened."),
  organization: optional(OrganizationId, "The id of the organization. Absent for events of the server."),
  action: described(Schema.String, "What happened, as `kind.verb`, such as `member.updated`."),
  actor: described(
    Schema.Struct({
      kind: described(AuditActorKind, "Whether a person, a service user, the server or somebody unknown did it."),
      user: optional(Schema.String, "The id of the user."),
      displayName: optional(Schema.String, "The current name of the user. Absent if the user no longer exists."),
      session: optional(Schema.String, "The id of the session that the request came with."),
      token: optional(Schema.String, "The id of the token that the request came with.")
    }),
    "Who did it."
  ),
  address: optional(Schema.String, "The network address that the request came from."),
  request: optional(Schema.String, "The id of the request, as the log of the server has it."),
  target: described(
    Schema.Struct({
      kind: described(Schema.String, "What kind of thing it is, such as `space` or `user`."),
      id: described(Schema.String, "The id of the space, the member or whatever else it is."),
      title: optional(Schema.String, "Its title at that time; for a person, their current name.")
    }),
    "What it was done to."
  ),
  before: optional(Fields, "The fields that changed, as they were. Absent where something was created."),
  after: optional(Fields, "The fields that changed, as they are since. Absent where something was deleted."),
  reason: optional(Schema.String, "The reason, such as `expired`, if the answer of an identity provider was refused."),
  count: optional(
    Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
    "How often it happened in the minute that begins at `time`. Only refusals have it."
  )
}).annotations({
  identifier: "AuditEvent",
  description: "A change of access, membership, settings, publication or sign-in. It never contains a secret."
})
export type AuditEvent = typeof AuditEvent.Type

const Moment = Timestamp.pipe(Schema.filter((at) => !Number.isNaN(Date.parse(at)) || "expected a date and time"))

/** The filters of lists of audit events. An event must match all given filters. */
export const auditFilters = {
  actor: optional(text(1, 100), "Only what this user did, by id; `system` for the server itself."),
  action: optional(text(1, 100), "Only this action, such as `member.updated`."),
  target: optional(text(1, 100), "Only what was done to this, by id."),
  from: optional(Moment, "Only what happened at this time or later."),
  to: optional(Moment, "Only what happened before this time.")
}

/** The queries of lists of audit events. */
export const AuditEventsQuery = Schema.Struct({ ...ListQuery.fields, ...auditFilters })
export type AuditEventsQuery = typeof AuditEventsQuery.Type

/** The actor, as stored: ids only, so that a name can change or be erased. */
export interface AuditActor {
  readonly kind: typeof AuditActorKind.Type
  readonly user?: string
  readonly session?: string
  readonly token?: string
}

/** The target of an event, as stored. */
export interface AuditTarget {
  readonly kind: string
  readonly id: string
  /** Absent for people: their names are looked up when the event is answered. */
  readonly title?: string
  /** The person that the target is, or belongs to and is named after. */
  readonly person?: string
}

/** An event, before it is recorded. */
export interface NewAuditEvent {
  /** The organization; empty for an event of the server. */
  readonly organization: string
  readonly action: string
  readonly target: AuditTarget
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  readonly reason?: string
  readonly count?: number
}

/** An audit event as stored. `time` is in milliseconds since 1970. */
export interface AuditEventRecord extends NewAuditEvent {
  /** One more than the sequence of the event committed before. */
  readonly sequence: number
  readonly time: number
  readonly actor: AuditActor
  readonly address?: string
  readonly request?: string
}

/** The id of the event with a sequence number: padded, so that ids sort as the numbers do. */
export const idOf = (sequence: number): AuditEventId => AuditEventId.make(sequence.toString(36).padStart(9, "0"))
