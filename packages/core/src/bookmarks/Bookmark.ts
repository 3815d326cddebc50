import { Schema } from "effect"
import { PageId } from "../content/Page.js"
import { Timestamp } from "../schema/Text.js"
import type { SpaceId } from "../spaces/Space.js"
import type { UserId } from "../users/User.js"

/** A page that somebody wants to find again, as answered. The page may have gone since. */
export const Bookmark = Schema.Struct({
  object: Schema.Literal("bookmark"),
  page: PageId,
  createdAt: Timestamp
}).annotations({ identifier: "Bookmark" })
/** @see {@link Bookmark} */
export type Bookmark = typeof Bookmark.Type

/** Which page to keep. */
export const BookmarkInput = Schema.Struct({ page: PageId }).annotations({ identifier: "BookmarkInput" })
/** @see {@link BookmarkInput} */
export type BookmarkInput = typeof BookmarkInput.Type

/** A bookmark as stored. */
export interface BookmarkRecord {
  readonly user: UserId
  readonly space: SpaceId
  readonly page: PageId
  readonly createdAt: string
}
