/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { eventFilters } from "../../storage/trail/Event.js"

/** How many things a stream may follow. */
export const mostSubscriptions = 100

const EventSubscription = Schema.Struct({
  kind: described(Schema.Literal("events"), "What is followed: `events`."),
  organization: optional(OrganizationId, "The id of the organization whose events are followed."),
  space: optional(SpaceId, "The id of the space whose events are followed."),
  ...eventFilters
})

/** Something that a stream follows: the events of an organization or of a space. */
export const Subscription = EventSubscription.pipe(
  Schema.filter(
    ({ organization, space }) =>
      (organization === undefined) !== (space === undefined) || "expected either an organization or a space"
  )
)
export type Subscription = typeof Subscription.Type

/** What a stream follows: 1 to 100 things. */
export const OpenStream = Schema.Struct({
  subscriptions: described(
    Schema.Array(Subscription).pipe(Schema.minItems(1), Schema.maxItems(mostSubscriptions)),
    `What to follow: 1 to ${mostSubscriptions} things. Messages name each by its index, from 0.`
  )
}).annotations({ identifier: "OpenStream", description: "What a stream follows." })
export type OpenStream = typeof OpenStream.Type
