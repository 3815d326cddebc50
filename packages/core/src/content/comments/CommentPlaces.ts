/**
 * The places of comments: a place has threads, and is a space or a change request. Everything else about comments sees
 * a place only as it is opened here.
 */
import * as Effect from "effect/Effect"
import type { LecternError, Unavailable } from "../../foundation/errors/Errors.js"
import { changeRequestUrls, PublicUrls, spaceUrls } from "../../foundation/urls/PublicUrls.js"
import { Access, forbidden, type SpaceAccess } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { allows, type Need, needs } from "../../people/access/Policy.js"
import { requiring } from "../../people/access/Requirements.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { SpaceRepository } from "../../people/places/SpaceRepository.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import type { ChangeRequestId, ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { ChangeRequestRepository } from "../change-requests/ChangeRequestRepository.js"
import { makeOpenRequest, type OpenedRequest } from "../change-requests/OpenRequest.js"
import { viewOf } from "../drafts/ChangeRequestLines.js"
import type { View } from "../items/View.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import type { CommentPermissions } from "./Comment.js"
import type { PostRecord } from "./CommentRecord.js"

/** A place that has comments. */
export interface CommentPlace {
  readonly space: SpaceId
  /** A change request of the space; the space itself when absent. */
  readonly changeRequest?: ChangeRequestRef
}

/** A place that the caller may see. */
export interface OpenPlace extends SpaceAccess {
  /** The key that the rows of the place are found by. */
  readonly key: string
  /** The content that its comments are about, and its current revision. */
  readonly view: View
  readonly revision: RevisionId
  readonly changeRequest?: ChangeRequestId
  /** The place's address in the API. */
  readonly location: string
  /** Adds to the number of open comments that the place is answered with. */
  readonly count: (by: number) => Effect.Effect<void, Unavailable>
  /** The place once what is being typed in it is saved as a revision. Inside a transaction. */
  readonly saved: Effect.Effect<OpenPlace, Unavailable>
}

/** Opens places; a place that does not exist, is deleted or is not visible is `NotFound`. */
export type OpenPlaces = (place: CommentPlace) => Effect.Effect<OpenPlace, LecternError, Actor>

/** Creates the place of a change request that was found. */
export const makeOfRequest = Effect.gen(function* () {
  const requests = yield* ChangeRequestRepository
  const { base } = yield* PublicUrls
  const lines = yield* makeSavedLines
  const ofRequest = ({ request, ...found }: OpenedRequest): OpenPlace => {
    const { id, comments = 0, revision, space } = request.value
    return {
      ...found,
      key: id,
      view: viewOf(request.value),
      revision,
      changeRequest: id,
      location: changeRequestUrls(base, space, id).location,
      count: (by) => requests.replace(request, { ...request.value, comments: comments + by }),
      saved: Effect.map(lines.request(found.space, request), (saved) => ofRequest({ ...found, request: saved }))
    }
  }
  return ofRequest
})

/** {@link OpenPlaces} over the repositories of the context. */
export const makeCommentPlaces = Effect.gen(function* () {
  const access = yield* Access
  const spaces = yield* SpaceRepository
  const openRequest = yield* makeOpenRequest
  const ofRequest = yield* makeOfRequest
  const lines = yield* makeSavedLines
  const { base } = yield* PublicUrls

  const ofSpace = (found: SpaceAccess): OpenPlace => ({
    ...found,
    key: found.space.id,
    view: { line: found.space.id },
    revision: found.space.revision,
    location: spaceUrls(base, found.space.id).location,
    count: (by) =>
      withoutConflict(spaces.replace(found.stored, { ...found.space, comments: (found.space.comments ?? 0) + by })),
    saved: Effect.map(lines.space(found.stored), (stored) => ofSpace({ ...found, space: stored.value, stored }))
  })
  const open: OpenPlaces = ({ space, changeRequest }) =>
    changeRequest === undefined
      ? Effect.map(access.requireSpace(space, needs.view), ofSpace)
      : Effect.map(openRequest(space, changeRequest, needs.view), ofRequest)
  return open
})

/** Fails if the caller's level in a place does not allow a kind of call. */
export const requireIn = ({ level, space }: OpenPlace, need: Need): Effect.Effect<void, LecternError> =>
  allows(level, need)
    ? requiring({ kind: "space", id: space.id, level: needs[need] })
    : Effect.fail(forbidden("space", needs[need]))

/** Whether a comment or reply counts as the caller's own; for the embedding program all do. */
export const isOwn = ({ standing }: OpenPlace, post: PostRecord): boolean =>
  standing.user === undefined || standing.user === post.postedBy

/** The caller's permissions on a comment or reply of a place. */
export const permissionsOn = (place: OpenPlace, post: PostRecord): CommentPermissions => {
  const comment = allows(place.level, "comment")
  const own = comment && isOwn(place, post)
  return { view: true, edit: own, reply: comment, react: comment, delete: own || allows(place.level, "review") }
}
