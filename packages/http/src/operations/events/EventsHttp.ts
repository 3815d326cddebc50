import type { Actor } from "@lectern/core/access/Actor"
import type { Conflict, LecternError, NotFound } from "@lectern/core/errors/Errors"
import { EventId, type EventsQuery } from "@lectern/core/events/Event"
import { type EventPlace, Events, type EventsService } from "@lectern/core/events/Events"
import type { LiveSubscription, OpenStream, Subscription } from "@lectern/core/events/Subscription"
import { LiveTexts, type LiveTextsService } from "@lectern/core/live-texts/LiveTexts"
import * as Effect from "effect/Effect"
import { liveFeed } from "../../content/live-texts/LiveTextsHttp.js"
import { type Feed, FollowedAnswer, StreamAnswer, type StreamMessage } from "../../foundation/dispatcher/EventStream.js"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import { statuses } from "../../foundation/errors/WireError.js"
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

/** The messages of one subscription, without its index. */
interface Subscribed {
  readonly read: Effect.Effect<ReadonlyArray<object>, LecternError, Actor>
  readonly wait: Effect.Effect<void, LecternError, Actor>
}

/** A live text, whose end does not end the other subscriptions of the stream. */
const subscribedText = (live: LiveTextsService, subscription: LiveSubscription): Subscribed => {
  const { after, changeRequest, client, page, space } = subscription
  const options = { after, client, ...(changeRequest !== undefined && { changeRequest }) }
  const { read, wait } = liveFeed(live, space, page, options)
  let [isOpened, isOver] = [false, false]
  const ended = (failure: Conflict | NotFound) => {
    // What cannot be followed at all fails as a whole.
    if (!isOpened) return Effect.fail(failure)
    isOver = true
    return Effect.succeed([{ ended: { code: statuses[failure._tag], message: failure.message } }])
  }
  const messages = Effect.map(read, (found) => {
    isOpened = true
    return found.map((message): object => ({ id: String(message.version), live: message }))
  }).pipe(Effect.catchTags({ Conflict: ended, NotFound: ended }))
  return {
    read: Effect.suspend(() => (isOver ? Effect.succeed([]) : messages)),
    // Its end is found by reading.
    wait: Effect.suspend(() =>
      isOver ? Effect.never : Effect.catchTags(wait, { Conflict: () => Effect.void, NotFound: () => Effect.void })
    )
  }
}

const subscribed = (events: EventsService, live: LiveTextsService, subscription: Subscription): Subscribed => {
  if (subscription.kind === "live") return subscribedText(live, subscription)
  const { kind: _, organization, space, ...query } = subscription
  const place = space === undefined ? { ...(organization && { organization }) } : { space }
  const { read, wait } = feedOf(events, place, query)
  return { wait, read: Effect.map(read, (items) => items.map((event): object => ({ id: event.id, event }))) }
}

/** The messages of all subscriptions; each names its subscription. */
const combined = (events: EventsService, live: LiveTextsService, { subscriptions }: OpenStream): Feed => {
  const feeds = subscriptions.map((subscription) => subscribed(events, live, subscription))
  return {
    read: Effect.map(
      Effect.forEach(feeds, ({ read }, subscription) =>
        Effect.map(read, (messages) =>
          messages.map((message): StreamMessage => ({ data: { subscription, ...message } }))
        )
      ),
      (messages) => messages.flat()
    ),
    // The first that ends, also by a failure: reading then says why.
    wait: feeds.map(({ wait }) => wait).reduce((first, other) => Effect.raceFirst(first, other))
  }
}

/** The handlers of {@link EventsApi}. */
export const handlers = Effect.map(
  Effect.all([Events, LiveTexts]),
  ([events, live]): GroupHandlers<typeof EventsApi> => ({
    listEvents: ({ path, urlParams }) =>
      Effect.succeed(followed(events, { organization: path.organizationId }, urlParams)),
    listSpaceEvents: ({ path, urlParams }) => Effect.succeed(followed(events, { space: path.spaceId }, urlParams)),
    openStream: ({ payload }) => Effect.succeed(new StreamAnswer(combined(events, live, payload)))
  })
)
