/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ChangeRequestRef } from "../../content/change-requests/ChangeRequest.js"
import { liveFilters } from "../../content/live-texts/LiveText.js"
import { PageId } from "../../content/pages/PageId.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { eventFilters } from "../../storage/trail/Event.js"

/** How many things a stream may follow. */
export const mostSubscriptions = 100

const Events = Schema.Struct({
  kind: described(Schema.Literal("events"), "What is followed: `events`."),
  organization: optional(OrganizationId, "The id of the organization whose events are followed."),
  space: optional(SpaceId, "The id of the space whose events are followed."),
  ...eventFilters
}).annotations({
  identifier: "EventSubscription",
  description: "The events of an organization or of a space, to be followed."
})

const EventSubscription = Events.pipe(
  Schema.filter(
    ({ organization, space }) =>
      (organization === undefined) !== (space === undefined) || "expected either an organization or a space"
  )
)

/** A live text that a stream follows. */
export const LiveSubscription = Schema.Struct({
  kind: described(Schema.Literal("live"), "What is followed: `live`, a text that several people edit."),
  space: described(SpaceId, "The id of the space."),
  page: described(PageId, "The id of the page."),
  changeRequest: optional(ChangeRequestRef, "The id or number of the change request; main when absent."),
  ...liveFilters
}).annotations({ identifier: "LiveSubscription", description: "A live text, to be followed." })
export type LiveSubscription = typeof LiveSubscription.Type

/** Something that a stream follows: the events of an organization or of a space, or a live text. */
export const Subscription = Schema.Union(EventSubscription, LiveSubscription)
export type Subscription = typeof Subscription.Type

/** What a stream follows: 1 to 100 things. */
export const OpenStream = Schema.Struct({
  subscriptions: described(
    Schema.Array(Subscription).pipe(Schema.minItems(1), Schema.maxItems(mostSubscriptions)),
    `What to follow: 1 to ${mostSubscriptions} things. Messages name each by its index, from 0.`
  )
}).annotations({ identifier: "OpenStream", description: "What a stream follows." })
export type OpenStream = typeof OpenStream.Type
