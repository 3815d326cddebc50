/** The endpoints of events. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { EventList, eventFilters } from "@lectern/core/events/Event"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, post } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { limitParam } from "../../foundation/params/QueryParams.js"

/** How many things a stream may follow. */
export const mostSubscriptions = 100

const Subscription = Schema.Struct({
  kind: described(Schema.Literal("events"), "What is followed: `events`."),
  organization: optional(OrganizationId, "The id of the organization whose events are followed."),
  space: optional(SpaceId, "The id of the space whose events are followed."),
  after: eventFilters.after,
  type: eventFilters.type
})
  .pipe(
    Schema.filter(
      ({ organization, space }) =>
        (organization === undefined) !== (space === undefined) || "expected either an organization or a space"
    )
  )
  .annotations({ identifier: "Subscription", description: "Something that a stream follows." })

/** What a stream follows. */
export const OpenStream = Schema.Struct({
  subscriptions: described(
    Schema.Array(Subscription).pipe(
      Schema.filter(
        (all) => (all.length >= 1 && all.length <= mostSubscriptions) || `expected 1 to ${mostSubscriptions} items`
      )
    ),
    `What to follow: 1 to ${mostSubscriptions} things. Messages name each by its index, from 0.`
  )
}).annotations({ identifier: "OpenStream", description: "What a stream follows." })
export type OpenStream = typeof OpenStream.Type

const stream = Schema.String.pipe(
  HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/event-stream" })
).annotations({
  description: "Server-sent events. The data of each is `{subscription, id, event}`."
})

const { type, after } = eventFilters
const query = Schema.Struct({ after, type, limit: limitParam("events", 50) })
const followed =
  "With `Accept: text/event-stream` it is a stream of these events, from now on or after `Last-Event-ID`."

/** The events of organizations and spaces. */
export class EventsApi extends HttpApiGroup.make("events")
  .add(
    get(
      "listEvents",
      "/v1/orgs/:organizationId/events",
      "List events of an organization",
      `What happened in an organization, oldest first, as far as the caller may see it. ${followed}`
    )
      .setPath(Schema.Struct({ organizationId: segment(OrganizationId) }))
      .setUrlParams(query)
      .addSuccess(EventList)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listSpaceEvents",
      "/v1/spaces/:spaceId/events",
      "List events of a space",
      `What happened in a space, oldest first. ${followed}`
    )
      .setPath(Schema.Struct({ spaceId: segment(SpaceId) }))
      .setUrlParams(query)
      .addSuccess(EventList)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    post(
      "openStream",
      "/v1/stream",
      "Follow several things in one stream",
      "A stream of server-sent events with everything that the client subscribes to, since browsers open few connections to a host. To follow something else, open another stream with the ids that came last."
    )
      .setPayload(OpenStream)
      .addSuccess(stream)
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Events",
      description: "What happened, as a list to read and as a stream to follow."
    })
  ) {}
