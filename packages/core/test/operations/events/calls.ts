import { EventsQuery, eventTypes } from "@lectern/core/events/Event"
import { OpenStream } from "@lectern/core/events/Subscription"
import { choice, integer, items, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"
import { bySystem } from "../audit-events/calling.js"

const day = 86_400_000

const [first = "", ...types] = Object.keys(eventTypes)
const filters = { after: text(1, 100), type: choice(first, ...types) }
const following = { kind: "events", space: "a" }

/** Events. */
export const resource: Resource = {
  calls: ({ space }) => ({
    rows: {
      events: { list: absent({ space }, {}), now: absent({ space }), wait: absent({ space }, "000000000") }
    }
  }),
  recorded: {
    events: { list: "reads", now: "reads", wait: "reads", clean: "cleans", settle: "reads" }
  },
  bounds: [
    subject("a list of events", EventsQuery, { ...filters, limit: integer(0, 1000) }),
    subject(
      "what a stream follows",
      OpenStream,
      {
        subscriptions: items(1, 100, () => following),
        "subscriptions.0.kind": choice("events"),
        "subscriptions.0.after": filters.after,
        "subscriptions.0.type": filters.type
      },
      { subscriptions: [following] }
    ),
    subject(
      "a live text that a stream follows",
      OpenStream,
      {
        "subscriptions.0.kind": choice("live"),
        "subscriptions.0.client": text(1, 200),
        "subscriptions.0.after": integer(0, Number.MAX_SAFE_INTEGER)
      },
      { subscriptions: [{ kind: "live", space: "a", page: "a" }] }
    )
  ],
  special: ({ later }) => ({
    events: {
      clean: { after: later(31 * day), ...bySystem(30) },
      settle: bySystem()
    }
  })
}
