import { Context, Effect } from "effect"
import type { PageId } from "../content/Page.js"
import type { Unavailable } from "../errors/Errors.js"
import { repositoryOf } from "../services/Service.js"
import type { SpaceId } from "../spaces/Space.js"
import { rows, type Stored, withoutConflict } from "../storage/Repository.js"
import { type Scan, Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"
import type { UserId } from "../users/User.js"
import type { BookmarkRecord } from "./Bookmark.js"

/** The bookmarks of users, by space. */
export const BookmarksTable = table({
  name: "bookmarks",
  columns: { user: "text", space: "text", page: "text" },
  key: ["user", "space", "page"],
  indexes: { space: { on: ["space"] } }
})

/** Reads and writes bookmarks. */
export interface BookmarkRepositoryService {
  readonly find: (
    user: UserId,
    space: SpaceId,
    page: PageId
  ) => Effect.Effect<Stored<BookmarkRecord> | undefined, Unavailable>
  /** The bookmarks of a user in a space, in the order of their pages' ids. */
  readonly list: (
    user: UserId,
    space: SpaceId,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<BookmarkRecord>>, Unavailable>
  readonly count: (user: UserId, space: SpaceId) => Effect.Effect<number, Unavailable>
  readonly insert: (bookmark: BookmarkRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (user: UserId, space: SpaceId, page: PageId) => Effect.Effect<void, Unavailable>
  /** Removes all bookmarks in a space. */
  readonly purge: (space: SpaceId) => Effect.Effect<void, Unavailable>
}

/** The repository of bookmarks. */
export class BookmarkRepository extends Context.Tag("@lectern/core/BookmarkRepository")<
  BookmarkRepository,
  BookmarkRepositoryService
>() {}

const make = Effect.map(Storage, (storage): BookmarkRepositoryService => {
  const bookmarks = rows<BookmarkRecord, typeof BookmarksTable>(storage, BookmarksTable, ({ page, space, user }) => ({
    user,
    space,
    page
  }))
  return {
    find: (user, space, page) => bookmarks.find(user, space, page),
    list: (user, space, scan) => bookmarks.scan({ prefix: [user, space], ...scan }),
    count: (user, space) => bookmarks.count({ prefix: [user, space] }),
    insert: (bookmark) => withoutConflict(bookmarks.insert(bookmark)),
    remove: (user, space, page) => bookmarks.remove(user, space, page),
    purge: (space) => bookmarks.removeAll({ index: "space", prefix: [space] })
  }
})

/** {@link BookmarkRepository} over Storage. */
export const service = repositoryOf(BookmarkRepository, make, [BookmarksTable], ({ purge }) => ({ purge }))
