/**
 * Where comments are: a place is what has threads, today a space. Everything else about comments knows a place by what
 * is opened here.
 */
import { Effect } from "effect"
import { Access, forbidden, type SpaceAccess } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { allows, type Need, needs } from "../access/Policy.js"
import type { LecternError, Unavailable } from "../errors/Errors.js"
import type { SpaceId } from "../spaces/Space.js"
import { make as makeWrites } from "../spaces/SpaceWrites.js"
import { PublicUrls, spaceUrls } from "../urls/PublicUrls.js"
import type { CommentPermissions, PostRecord } from "./Comment.js"

/** A place that has comments. */
export interface CommentPlace {
  readonly space: SpaceId
}

/** A place that the caller may see. */
export interface OpenPlace extends SpaceAccess {
  /** What the rows of the place are found by. */
  readonly key: string
  /** The line of content that its comments are about. */
  readonly line: string
  /** The place's address in the API. */
  readonly location: string
  /** Adds to the number of open comments that the place is answered with. */
  readonly count: (by: number) => Effect.Effect<void, Unavailable>
}

/** Opens places; what is not there, deleted or not visible is `NotFound`. */
export type OpenPlaces = (place: CommentPlace) => Effect.Effect<OpenPlace, LecternError, Actor>

/** {@link OpenPlaces} over the repositories of the context. */
export const make = Effect.gen(function* () {
  const access = yield* Access
  const writes = yield* makeWrites
  const { base } = yield* PublicUrls
  const open: OpenPlaces = ({ space: id }) =>
    Effect.map(access.requireSpace(id, needs.view), (found) => ({
      ...found,
      key: id,
      line: id,
      location: spaceUrls(base, id).location,
      count: (by) => writes.replace(found.stored, { ...found.space, comments: (found.space.comments ?? 0) + by })
    }))
  return open
})

/** Fails where the caller's level in a place does not allow a kind of call. */
export const requireIn = ({ level }: OpenPlace, need: Need): Effect.Effect<void, LecternError> =>
  allows(level, need) ? Effect.void : Effect.fail(forbidden("space", needs[need]))

/** Whether a comment or reply counts as the caller's own; to the embedding program all do. */
export const isOwn = ({ standing }: OpenPlace, post: PostRecord): boolean =>
  standing.user === undefined || standing.user === post.postedBy

/** What the caller may do with a comment or reply of a place. */
export const permissionsOn = (place: OpenPlace, post: PostRecord): CommentPermissions => {
  const comment = allows(place.level, "comment")
  const own = comment && isOwn(place, post)
  return { view: true, edit: own, reply: comment, react: comment, delete: own || allows(place.level, "review") }
}
