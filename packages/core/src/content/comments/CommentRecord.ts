/** Comments, replies and commenters as stored. */

import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { UserId } from "../../people/users/User.js"
import type { PageId } from "../pages/Page.js"
import type { ReviewId } from "../reviews/ReviewId.js"
import type { CommentId, CommentReplyId } from "./Comment.js"

/** A reaction as stored; the emoji as it was written. */
export interface Reaction {
  readonly emoji: string
  readonly user: UserId
  readonly at: string
}

/** The stored fields that comments and replies share; `place` contains the thread. */
export interface PostRecord {
  readonly place: string
  readonly space: SpaceId
  readonly postedBy: UserId
  readonly postedAt: string
  readonly editedAt?: string
  readonly markdown: string
  /** The users who were told that it mentions them. */
  readonly mentioned?: ReadonlyArray<UserId>
  readonly reactions: ReadonlyArray<Reaction>
}

/** Words of a page, as they were when a comment was posted on them; `document` is the hash of the whole text. */
export interface QuoteRecord {
  readonly document: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A suggestion as stored. */
export interface SuggestionRecord {
  readonly text: string
  readonly applied?: { readonly at: string; readonly by: UserId; readonly revision: RevisionId }
}

/** A comment as stored. `revision` is the one that it is about, `replies` their number. */
export interface CommentRecord extends PostRecord {
  readonly id: CommentId
  readonly revision: RevisionId
  readonly page?: PageId
  readonly node?: string
  readonly quote?: QuoteRecord
  readonly suggestion?: SuggestionRecord
  readonly review?: ReviewId
  readonly replies: number
  readonly resolved?: { readonly at: string; readonly by: UserId }
}

/** A reply as stored. */
export interface CommentReplyRecord extends PostRecord {
  readonly id: CommentReplyId
  readonly comment: CommentId
}

/** A user who has posted in a place, the time of the first post, and the number of comments and replies there. */
export interface CommenterRecord {
  readonly place: string
  readonly space: SpaceId
  readonly user: UserId
  readonly since: string
  readonly posts: number
}
