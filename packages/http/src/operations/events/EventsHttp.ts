import { EventId, type EventsQuery } from "@lectern/core/events/Event"
import { type EventPlace, Events, type EventsService } from "@lectern/core/events/Events"
import type { OpenStream } from "@lectern/core/events/Subscription"
import * as Effect from "effect/Effect"
import { type Feed, FollowedAnswer, StreamAnswer, type StreamMessage } from "../../foundation/dispatcher/EventStream.js"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { EventsApi } from "./EventsApi.js"

/** How many events a stream reads at once. */
const readAtOnce = 100

/** The events of a place after one, or from now on. */
const feedOf = (events: EventsService, place: EventPlace, { after, type }: Omit<EventsQuery, "limit">) => {
  let from: EventId | undefined = after === undefined ? undefined : EventId.make(after)
  const query = () => ({
    limit: readAtOnce,
    ...(from !== undefined && { after: from }),
    ...(type !== undefined && { type })
  })
  return {
    read: Effect.gen(function* () {
      from ??= yield* events.now(place)
      const { items, next } = yield* events.list(place, query())
      from = next.after
      return items
    }),
    wait: Effect.suspend(() => (from === undefined ? Effect.void : events.wait(place, from)))
  }
}

const followed = (events: EventsService, place: EventPlace, query: EventsQuery) =>
  new FollowedAnswer(events.list(place, query), (after = query.after): Feed => {
    const { read, wait } = feedOf(events, place, { ...query, ...(after !== undefined && { after }) })
    return {
      wait,
      read: Effect.map(read, (items) => items.map((event): StreamMessage => ({ id: event.id, data: event })))
    }
  })

/** The messages of all subscriptions; each names its subscription. */
const combined = (events: EventsService, { subscriptions }: OpenStream): Feed => {
  const feeds = subscriptions.map(({ kind: _, organization, space, ...query }) =>
    feedOf(events, space === undefined ? { ...(organization && { organization }) } : { space }, query)
  )
  return {
    read: Effect.map(
      Effect.forEach(feeds, ({ read }, subscription) =>
        Effect.map(read, (items) =>
          items.map((event): StreamMessage => ({ data: { subscription, id: event.id, event } }))
        )
      ),
      (messages) => messages.flat()
    ),
    wait: Effect.raceAll(feeds.map(({ wait }) => wait))
  }
}

/** The handlers of {@link EventsApi}. */
export const handlers = Effect.map(
  Events,
  (events): GroupHandlers<typeof EventsApi> => ({
    listEvents: ({ path, urlParams }) =>
      Effect.succeed(followed(events, { organization: path.organizationId }, urlParams)),
    listSpaceEvents: ({ path, urlParams }) => Effect.succeed(followed(events, { space: path.spaceId }, urlParams)),
    openStream: ({ payload }) => Effect.succeed(new StreamAnswer(combined(events, payload)))
  })
)
