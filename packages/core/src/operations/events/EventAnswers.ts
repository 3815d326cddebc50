/** Events as they are listed, streamed and delivered. */
import * as Effect from "effect/Effect"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { timestamp } from "../../foundation/ids/Time.js"
import type { Actor } from "../../people/access/Actor.js"
import { UserId } from "../../people/users/User.js"
import { UserRepository } from "../../people/users/UserRepository.js"
import { rows } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { type Event, type EventActor, type EventRecord, eventIdOf } from "../../storage/trail/Event.js"
import { EventsTable } from "../../storage/trail/EventTable.js"
import { makeVisibleEvents } from "./VisibleEvents.js"

/** Makes the actor of an event as answered: with the current name of the user. */
export const makeActorAnswer = Effect.map(
  UserRepository,
  (users) =>
    (actor: EventActor): Effect.Effect<Event["actor"], Unavailable> =>
      actor.user === undefined
        ? Effect.succeed(actor)
        : Effect.map(users.find(UserId.make(actor.user)), (found) => ({
            ...actor,
            ...(found !== undefined && { displayName: found.value.displayName })
          }))
)

/** Makes the answer of an event with a number. */
export const makeEventAnswer = Effect.map(makeActorAnswer, (actorAnswer) =>
  Effect.fnUntraced(function* (event: EventRecord, number: number) {
    const { actor, container, organization = "", overridden, page, revision, space, subject, time, type } = event
    return {
      object: "event",
      id: eventIdOf(number),
      type,
      createdAt: timestamp(time),
      organization: OrganizationId.make(organization),
      ...(space !== undefined && { space }),
      actor: yield* actorAnswer(actor),
      subject,
      ...(container !== undefined && { container }),
      ...(revision !== undefined && { revision }),
      ...(page !== undefined && { page }),
      ...(overridden !== undefined && { overridden })
    } satisfies Event
  })
)

/** Finds one event by its number, if it is kept and the caller, a member of the organization, may see it now. */
export type FindEvent = (
  organization: OrganizationId,
  number: number
) => Effect.Effect<Event | undefined, LecternError, Actor>

/** {@link FindEvent} over the storage of the context. */
export const makeFindEvent = Effect.gen(function* () {
  const events = rows(yield* Storage, EventsTable)
  const visible = yield* makeVisibleEvents
  const answer = yield* makeEventAnswer
  const find: FindEvent = Effect.fnUntraced(function* (organization, number) {
    const [found] = yield* events.scan({ index: "organization", prefix: [organization], gte: number, limit: 1 })
    if (found?.value.number !== number || !(yield* visible()(found.value))) return undefined
    return yield* answer(found.value, number)
  })
  return find
})
