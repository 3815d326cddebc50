/** Lists the revisions of main and of change requests. */
import * as Effect from "effect/Effect"
import type { Cursor, List } from "../../foundation/lists/List.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeOpenRequest } from "../change-requests/OpenRequest.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { type RevisionSummary, RevisionsQuery } from "./Revision.js"
import { makeRevisionAnswer } from "./RevisionAnswer.js"
import { RevisionRepository } from "./RevisionRepository.js"

/** The operations of `Revisions` that list; their requirements are stated there. */
export interface RevisionLists {
  readonly list: (space: SpaceId, query: RevisionsQuery) => Asked<List<RevisionSummary>>
  readonly listOfRequest: (space: SpaceId, ref: ChangeRequestRef, query: ListQuery) => Asked<List<RevisionSummary>>
}

const parseQuery = parser(RevisionsQuery)
const parseListQuery = parser(ListQuery)

/** {@link RevisionLists} over the services and repositories of the context. */
export const makeRevisionLists = Effect.gen(function* () {
  const access = yield* Access
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const open = yield* makeOpenRequest
  const answer = yield* makeRevisionAnswer

  const scan = (line: string) => (after: Cursor | undefined, limit: number) =>
    revisions.list(line, { limit, ...(after !== undefined && { after }) })

  /** The revisions of main that changed a page. */
  const ofPage = Effect.fnUntraced(function* (space: SpaceId, page: string) {
    const changes = yield* items.changes(space, page)
    return {
      count: Effect.succeed(changes.length),
      scan: (after: Cursor | undefined, limit: number) => {
        const [, last] = after ?? []
        const next = typeof last === "number" ? changes.filter((sequence) => sequence < last) : changes
        return revisions.at(space, next.slice(0, limit))
      }
    }
  })

  const lists: RevisionLists = {
    list: Effect.fnUntraced(function* (id, query) {
      const { changedPage, ...list } = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      return yield* pageOf({
        binding: JSON.stringify(["revisions", id, changedPage]),
        query: list,
        ...(changedPage === undefined
          ? { count: Effect.succeed(space.sequence), scan: scan(id) }
          : yield* ofPage(id, changedPage)),
        render: ({ value }) => answer(value)
      })
    }),
    listOfRequest: Effect.fnUntraced(function* (space, ref, query) {
      const list = yield* parseListQuery(query)
      const { id } = (yield* open(space, ref, needs.view)).request.value
      return yield* pageOf({
        binding: JSON.stringify(["revisions", id]),
        query: list,
        count: revisions.count(id),
        scan: scan(id),
        render: ({ value }) => answer(value)
      })
    })
  }
  return lists
})
