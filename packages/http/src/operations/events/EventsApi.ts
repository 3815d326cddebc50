/** The endpoints of events. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { EventList, eventFilters } from "@lectern/core/events/Event"
import { OpenStream } from "@lectern/core/events/Subscription"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Schema from "effect/Schema"
import { get, post } from "../../foundation/declaration/Endpoint.js"
import { ReadsOnly } from "../../foundation/dispatcher/Annotations.js"
import { BodyErrors, ReadErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { limitParam } from "../../foundation/params/QueryParams.js"

const stream = Schema.String.pipe(
  HttpApiSchema.withEncoding({ kind: "Text", contentType: "text/event-stream" })
).annotations({
  description:
    "Server-sent events. The data of each is `{subscription, id, event}`, or `{subscription, id, live}` and `{subscription, ended}` for a live text."
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
      .addError(BodyErrors)
      .annotate(ReadsOnly, true)
  )
  .annotateContext(
    OpenApi.annotations({
      title: "Events",
      description: "What happened, as a list to read and as a stream to follow."
    })
  ) {}
