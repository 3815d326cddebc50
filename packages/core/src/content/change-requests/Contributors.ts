/** The contributors of change requests. */
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import { makePeople } from "../../people/users/People.js"
import type { ChangeRequestRef, Contributor } from "./ChangeRequest.js"
import { ChangeRequestRepository } from "./ChangeRequestRepository.js"
import { makeOpenRequest } from "./OpenRequest.js"

/** The operation of `ChangeRequests` on contributors; its requirements are stated there. */
export type Contributors = (
  space: SpaceId,
  ref: ChangeRequestRef,
  query: ListQuery
) => Effect.Effect<List<Contributor>, LecternError, Actor>

const parseQuery = parser(ListQuery)

/** {@link Contributors} over the repositories of the context. */
export const makeContributors = Effect.gen(function* () {
  const requests = yield* ChangeRequestRepository
  const open = yield* makeOpenRequest
  const person = yield* makePeople
  const contributors: Contributors = Effect.fnUntraced(function* (space, ref, query) {
    const parsed = yield* parseQuery(query)
    const { id } = (yield* open(space, ref, needs.view)).request.value
    return yield* pageOf({
      binding: `contributors:${id}`,
      query: parsed,
      count: requests.countContributors(id),
      scan: (after, limit) => requests.contributors(id, { limit, ...(after !== undefined && { after }) }),
      render: ({ value: { edits, updatedAt, user } }) =>
        Effect.map(person(user), (user) => ({ user, count: edits, updatedAt }))
    })
  })
  return contributors
})
