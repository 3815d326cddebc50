/** What a reviewer has marked as viewed: a mark holds for the change as it was, and is outdated when that changes. */
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import { requireScope } from "../../people/access/TokenLimits.js"
import type { SpaceId } from "../../people/places/Space.js"
import { requireUser } from "../../people/users/Users.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import type { ChangeRequestRecord, ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeOpenRequest } from "../change-requests/OpenRequest.js"
import { sidesOf } from "../drafts/ChangeRequestLines.js"
import { documentHash } from "../items/DocumentHash.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { sameValue } from "../items/SameValue.js"
import type { ViewedChange, ViewedRecord } from "./Review.js"
import { ReviewRepository } from "./ReviewRepository.js"

/** The operations of `Reviews` on what was viewed; their requirements are stated there. */
export interface ViewedChanges {
  readonly viewed: (space: SpaceId, ref: ChangeRequestRef, query: ListQuery) => Asked<List<ViewedChange>>
  readonly markViewed: (space: SpaceId, ref: ChangeRequestRef, item: string) => Asked<ViewedChange>
  readonly removeViewed: (space: SpaceId, ref: ChangeRequestRef, item: string) => Asked<void>
}

const parseListQuery = parser(ListQuery)

/** The same data always gives the same text: names are in order, and the time of the last update does not count. */
const inOrder = (key: string, value: unknown): unknown => {
  if (key === "updatedAt") return undefined
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** {@link ViewedChanges} over the services and repositories of the context. */
export const makeViewedChanges = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const reviews = yield* ReviewRepository
  const open = yield* makeOpenRequest

  /** Identifies what a request changes in an item; nothing if it changes nothing there. */
  const versionOf = Effect.fnUntraced(function* (request: ChangeRequestRecord, item: string) {
    const [before, after] = sidesOf(request)
    const [old, young] = [yield* items.find(before, item), yield* items.find(after, item)]
    const values = [old?.value.value ?? null, young?.value.value ?? null]
    return sameValue(values[0], values[1]) ? undefined : documentHash(JSON.stringify(values, inOrder))
  })

  const answer = Effect.fnUntraced(function* (request: ChangeRequestRecord, { item, version, viewedAt }: ViewedRecord) {
    const answered: ViewedChange = {
      object: "viewed-change",
      item,
      viewedAt,
      outdated: (yield* versionOf(request, item)) !== version
    }
    return answered
  })

  const service: ViewedChanges = {
    viewed: Effect.fnUntraced(function* (space, ref, query) {
      const list = yield* parseListQuery(query)
      const { value: request } = (yield* open(space, ref, needs.view)).request
      const user = yield* requireUser
      return yield* pageOf({
        binding: `viewed:${request.id}:${user}`,
        query: list,
        count: reviews.countViewed(request.id, user),
        scan: (after, limit) => reviews.viewed(request.id, user, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(request, value)
      })
    }),
    markViewed: (space, ref, item) =>
      storage.transaction(
        Effect.gen(function* () {
          const { value: request } = (yield* open(space, ref, needs.view)).request
          const user = yield* requireUser
          yield* requireScope("write")
          const version = yield* versionOf(request, item)
          if (version === undefined) return yield* notFound("change")
          const mark = { changeRequest: request.id, space, user, item, version, viewedAt: yield* now }
          yield* reviews.setViewed(mark)
          return yield* answer(request, mark)
        }),
        [spaceLock(space)]
      ),
    removeViewed: (space, ref, item) =>
      storage.transaction(
        Effect.gen(function* () {
          const { id } = (yield* open(space, ref, needs.view)).request.value
          const user = yield* requireUser
          yield* requireScope("write")
          yield* reviews.removeViewed(id, user, item)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [spaceLock(space)]
      )
  }
  return service
})
