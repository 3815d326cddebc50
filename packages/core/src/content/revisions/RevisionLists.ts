/** Lists the revisions of main and of change requests. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Cursor, List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeOpenRequest } from "../change-requests/OpenRequest.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { NamedRevisionRecord } from "./NamedRevision.js"
import { NamedRevisionRepository } from "./NamedRevisionRepository.js"
import { type RevisionRecord, type RevisionSummary, RevisionsQuery } from "./Revision.js"
import { makeRevisionAnswer } from "./RevisionAnswer.js"
import { RevisionRepository } from "./RevisionRepository.js"

/** The operations of `Revisions` that list; their requirements are stated there. */
export interface RevisionLists {
  readonly list: (space: SpaceId, query: RevisionsQuery) => Asked<List<RevisionSummary>>
  readonly listOfRequest: (space: SpaceId, ref: ChangeRequestRef, query: RevisionsQuery) => Asked<List<RevisionSummary>>
}

const parseQuery = parser(RevisionsQuery)

/** A revision in a list, and its name. */
interface Named {
  readonly revision: RevisionRecord
  readonly named: NamedRevisionRecord | undefined
  readonly cursor: Cursor
}

/** The sequence that a list of revisions of one line continues before. */
const sequenceOf = (after: Cursor | undefined): number => {
  const [, sequence] = after ?? []
  return typeof sequence === "number" ? sequence : Number.POSITIVE_INFINITY
}

/** {@link RevisionLists} over the services and repositories of the context. */
export const makeRevisionLists = Effect.gen(function* () {
  const access = yield* Access
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const names = yield* NamedRevisionRepository
  const open = yield* makeOpenRequest
  const answer = yield* makeRevisionAnswer

  /** A page of revisions, each with its name if it has one. */
  const withNames = (found: ReadonlyArray<Stored<RevisionRecord>>) =>
    Effect.map(names.of(found.map(({ value }) => value.id)), (all) =>
      found.map(
        (stored, i): Named => ({
          revision: stored.value,
          named: all[i],
          get cursor() {
            return stored.cursor
          }
        })
      )
    )

  /** The revisions of a line that changed a page, and have a name if that is asked for. */
  const ofPage = Effect.fnUntraced(function* (line: string, page: string, named: boolean) {
    const changes = yield* items.changes(line, page)
    const all = named ? new Set((yield* names.list(line)).map(({ sequence }) => sequence)) : undefined
    const found = all === undefined ? changes : changes.filter((sequence) => all.has(sequence))
    return {
      count: Effect.succeed(found.length),
      scan: (after: Cursor | undefined, limit: number) => {
        const next = found.filter((sequence) => sequence < sequenceOf(after))
        return revisions.at(line, next.slice(0, limit))
      }
    }
  })

  /** The revisions of a line that have a name. */
  const ofNamed = (line: string) => ({
    count: names.count(line),
    scan: (after: Cursor | undefined, limit: number) =>
      Effect.flatMap(names.list(line, { limit, ...(after !== undefined && { after }) }), (found) =>
        revisions.at(
          line,
          found.map(({ sequence }) => sequence)
        )
      )
  })

  const ofLine = Effect.fnUntraced(function* (
    line: string,
    count: Effect.Effect<number, Unavailable>,
    { changedPage, named = false, ...query }: RevisionsQuery
  ) {
    const { count: all, scan } =
      changedPage !== undefined
        ? yield* ofPage(line, changedPage, named)
        : named
          ? ofNamed(line)
          : {
              count,
              scan: (after: Cursor | undefined, limit: number) =>
                revisions.list(line, { limit, ...(after !== undefined && { after }) })
            }
    return yield* pageOf({
      binding: JSON.stringify(["revisions", line, changedPage, ...(named ? ["named"] : [])]),
      query,
      count: all,
      scan: (after, limit) => Effect.flatMap(scan(after, limit), withNames),
      render: ({ named: its, revision }) => answer(revision, its)
    })
  })

  const lists: RevisionLists = {
    list: Effect.fnUntraced(function* (id, query) {
      const parsed = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      return yield* ofLine(id, Effect.succeed(space.sequence), parsed)
    }),
    listOfRequest: Effect.fnUntraced(function* (space, ref, query) {
      const parsed = yield* parseQuery(query)
      const { id } = (yield* open(space, ref, needs.view)).request.value
      return yield* ofLine(id, revisions.count(id), parsed)
    })
  }
  return lists
})
