import { Bookmarks } from "@lectern/core/bookmarks/Bookmarks"
import { Effect } from "effect"
import type { GroupHandlers } from "../dispatcher/Handlers.js"
import type { BookmarksApi } from "./BookmarksApi.js"

/** The handlers of {@link BookmarksApi}. */
export const handlers = Effect.map(
  Bookmarks,
  (bookmarks): GroupHandlers<typeof BookmarksApi> => ({
    listBookmarks: ({ path, urlParams }) => bookmarks.list(path.spaceId, urlParams),
    addBookmark: ({ path, payload }) => bookmarks.add(path.spaceId, payload),
    removeBookmark: ({ path }) => bookmarks.remove(path.spaceId, path.pageId)
  })
)
