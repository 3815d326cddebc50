/** Bookmarks: the pages of a space that somebody wants to find again. Everybody has their own, and sees no others. */
import { Context, Effect } from "effect"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { needs } from "../access/Policy.js"
import { isKind } from "../content/Item.js"
import { ItemRepository } from "../content/ItemRepository.js"
import type { PageId } from "../content/Page.js"
import { notFound } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import { type List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import { parser } from "../schema/Input.js"
import { serviceOf } from "../services/Service.js"
import type { SpaceId } from "../spaces/Space.js"
import { Storage } from "../storage/Storage.js"
import { requireUser } from "../users/Users.js"
import { type Bookmark, BookmarkInput, type BookmarkRecord } from "./Bookmark.js"
import { BookmarkRepository } from "./BookmarkRepository.js"

/** The service of bookmarks. Each method needs `read` on the space. */
export interface BookmarksService {
  /** The caller's bookmarks in a space. */
  readonly list: (space: SpaceId, query: ListQuery) => Asked<List<Bookmark>>
  /** Keeps a page of the main content; keeping it again changes nothing. `NotFound` where there is no such page. */
  readonly add: (space: SpaceId, input: BookmarkInput) => Asked<Bookmark>
  /** Forgets a page; what is not there or not visible is no error. */
  readonly remove: (space: SpaceId, page: PageId) => Asked<void>
}

/** The service of bookmarks. */
export class Bookmarks extends Context.Tag("@lectern/core/Bookmarks")<Bookmarks, BookmarksService>() {}

const parseInput = parser(BookmarkInput)
const parseQuery = parser(ListQuery)

const answer = ({ createdAt, page }: BookmarkRecord): Bookmark => ({ object: "bookmark", page, createdAt })

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const items = yield* ItemRepository
  const bookmarks = yield* BookmarkRepository

  const service: BookmarksService = {
    list: Effect.fnUntraced(function* (space, query) {
      const parsed = yield* parseQuery(query)
      yield* access.requireSpace(space, needs.view)
      const user = yield* requireUser
      return yield* pageOf({
        binding: `bookmarks:${user}:${space}`,
        query: parsed,
        count: bookmarks.count(user, space),
        scan: (after, limit) => bookmarks.list(user, space, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(value))
      })
    }),
    add: Effect.fnUntraced(function* (space, input) {
      const { page } = yield* parseInput(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* access.requireSpace(space, needs.view)
          const user = yield* requireUser
          const known = yield* bookmarks.find(user, space, page)
          if (known !== undefined) return answer(known.value)
          const found = yield* items.find({ line: space }, page)
          if (!isKind(found?.value.value, "page")) return yield* notFound("page")
          const bookmark: BookmarkRecord = { user, space, page, createdAt: yield* now }
          yield* bookmarks.insert(bookmark)
          return answer(bookmark)
        })
      )
    }),
    remove: (space, page) =>
      Effect.gen(function* () {
        yield* access.requireSpace(space, needs.view)
        yield* bookmarks.remove(yield* requireUser, space, page)
      }).pipe(Effect.catchTag("NotFound", () => Effect.void))
  }
  return service
})

/** {@link Bookmarks} over the services and repositories of the context. */
export const service = serviceOf(Bookmarks, make)
