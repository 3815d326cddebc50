/**
 * Events: what happened to the content of a workspace and to what is published, for programs that follow it.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { described, identified } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp, text } from "../../foundation/schema/Text.js"

/**
 * An event's id. Ids sort in the order in which the events are listed and streamed, so the last one seen is also the
 * cursor to continue after.
 */
export const EventId = Schema.String.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** Every type of event, with what it says happened. Where the public API has a name, it is that. */
export const eventTypes = {
  organization_created: "An organization was created.",
  organization_updated: "The title or another setting of an organization changed.",
  space_created: "A space was created.",
  space_updated:
    "The title, the icon, the edit mode or another setting of a space changed, one of its revisions got or lost a name, or it was moved.",
  space_visibility_updated:
    "A space was put on a site or taken from one, or the level that members have on it by default changed.",
  space_content_updated: "The content of a space changed: its main line has a new revision.",
  space_deleted: "A space was moved to the trash.",
  space_restored: "A space came back from the trash.",
  space_purged: "A space was removed for good.",
  collection_created: "A collection was created.",
  collection_updated: "The title or another setting of a collection changed, or it was moved.",
  collection_deleted: "A collection was deleted.",
  change_request_created: "A change request was created.",
  change_request_opened: "A change request was opened for review, or reopened.",
  change_request_updated: "The content, the subject or the status of a change request changed.",
  change_request_merged: "A change request was merged into its space.",
  change_request_archived: "A change request was archived.",
  change_request_conflicted: "A change request could not be merged or updated without conflicts.",
  comment_created: "Somebody commented on a space, a change request or a page.",
  comment_updated: "A comment was edited, resolved or reopened, or got or lost a reaction.",
  comment_deleted: "A comment was deleted.",
  comment_reply_created: "Somebody replied to a comment.",
  comment_reply_updated: "A reply was edited, or got or lost a reaction.",
  comment_reply_deleted: "A reply was deleted.",
  user_mentioned: "Somebody was mentioned in a comment or in a reply.",
  review_requested: "Somebody was asked to review a change request.",
  review_request_removed: "Somebody no longer has to review a change request.",
  review_submitted: "Somebody reviewed a change request.",
  import_finished: "An import ended: it is complete, failed or was cancelled.",
  member_added: "Somebody became a member of an organization.",
  member_updated: "The role of a member changed, or they were disabled or enabled.",
  member_removed: "Somebody is no longer a member of an organization.",
  team_created: "A team was created.",
  team_updated: "The title or the members of a team changed.",
  team_deleted: "A team was deleted.",
  site_created: "A site was created.",
  site_updated: "A setting of a site changed.",
  site_published: "A site was published.",
  site_unpublished: "A site is no longer published.",
  site_deleted: "A site was deleted.",
  page_feedback: "A reader of a site rated a page or commented on it.",
  openapi_created: "A specification was added to an organization.",
  openapi_updated: "The address or another setting of a specification changed.",
  openapi_deleted: "A specification was deleted.",
  openapi_version_created: "A specification has a new version.",
  webhook_disabled: "A webhook was disabled because its receiver is gone or has failed for days."
} as const

/** The type of an event. */
export type EventType = keyof typeof eventTypes

/** The type of an event: what happened, as `subject_verb`. */
export const EventType = Schema.Literal(...(Object.keys(eventTypes) as ReadonlyArray<EventType>))

/** A thing that an event is about: what kind of object it is, and its id. */
export const EventObject = Schema.Struct({
  object: described(Schema.String, "What kind of object it is, such as `space` or `change-request`."),
  id: described(Schema.String, "The id of the object.")
})
export type EventObject = typeof EventObject.Type

/** The kind of actor: a person, a service user with the token of an organization, a reader, or the server itself. */
export const EventActorKind = Schema.Literal("user", "service", "visitor", "system")

/** An event as listed, streamed and delivered. */
export const Event = Schema.Struct({
  object: Schema.Literal("event"),
  id: identified(EventId),
  type: described(EventType, "What happened."),
  createdAt: described(Timestamp, "When it happened."),
  organization: described(OrganizationId, "The id of the organization in which it happened."),
  space: optional(Schema.String, "The id of the space in which it happened, if it happened in one."),
  actor: described(
    Schema.Struct({
      kind: described(EventActorKind, "Whether a person, a service user, a reader of a site or the server did it."),
      user: optional(Schema.String, "The id of the user."),
      displayName: optional(Schema.String, "The current name of the user. Absent if the user no longer exists.")
    }),
    "Who did it."
  ),
  subject: described(EventObject, "What it happened to."),
  container: optional(EventObject, "What the subject belongs to, such as the change request of a comment."),
  revision: optional(Schema.String, "The id of the revision that the content has since then."),
  page: optional(Schema.String, "The id of the page that a comment or a rating is about."),
  overridden: optional(
    Schema.Literal(true),
    "`true` if a change request was merged although it did not satisfy the rules of approval."
  )
}).annotations({
  identifier: "Event",
  description: "Something that happened. It names things by their ids; read them for the rest."
})
export type Event = typeof Event.Type

/** The filters of lists and streams of events. */
export const eventFilters = {
  after: optional(text(1, 100), "Only events after the one with this id."),
  type: optional(
    EventType.annotations({
      message: () => ({ message: "expected a type of event, such as space_content_updated", override: true })
    }),
    "Only events of this type."
  )
}

/** The queries of lists of events. */
export const EventsQuery = Schema.Struct({ ...eventFilters, limit: ListQuery.fields.limit })
export type EventsQuery = typeof EventsQuery.Type

/** Some events in order, with the position to continue from. */
export const EventList = Schema.Struct({
  next: described(
    Schema.Struct({
      after: described(
        EventId,
        "The id to pass as the query `after`. It is there even if there are no more events yet."
      )
    }),
    "Where the list continues."
  ),
  items: described(Schema.Array(Event), "The events, oldest first.")
}).annotations({
  identifier: "EventList",
  description: "Events in their order. There may be more of them, now or later: ask again with `next`."
})
export type EventList = typeof EventList.Type

/** The actor of an event, as stored: the name of a user can change or be erased. */
export interface EventActor {
  readonly kind: typeof EventActorKind.Type
  readonly user?: string
}

/** An event, before it is recorded. */
export interface NewEvent {
  readonly type: EventType
  /** Absent for what happened in a space: the organization of that is looked up when the event gets its number. */
  readonly organization?: string
  readonly space?: string
  readonly subject: EventObject
  readonly container?: EventObject
  readonly revision?: string
  readonly page?: string
  readonly overridden?: true
}

/** An event as stored. */
export interface EventRecord extends NewEvent {
  /** A key that sorts by time. */
  readonly key: string
  /** Its position among all events, counted from 1; absent until it has one. */
  readonly number?: number
  /** When it happened, in milliseconds since 1970. */
  readonly time: number
  readonly actor: EventActor
  /** The row whose change it is, and the version that the row has since: the order of events about one row. */
  readonly row: string
  readonly version: number
}

/** The id of the event with a number: padded, so that ids sort as the numbers do. */
export const eventIdOf = (number: number): EventId => EventId.make(number.toString(36).padStart(9, "0"))

/** The number of the event with an id; `undefined` if no event can have the id. */
export const numberOfEvent = (id: string): number | undefined => {
  const number = /^[0-9a-z]{9,11}$/.test(id) ? Number.parseInt(id, 36) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
