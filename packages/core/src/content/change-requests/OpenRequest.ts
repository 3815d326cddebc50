/** Finds a change request for a caller. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Access, type SpaceAccess } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import type { Role } from "../../people/access/Role.js"
import type { SpaceId } from "../../people/places/Space.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { ChangeRequestRecord, ChangeRequestRef } from "./ChangeRequest.js"
import { ChangeRequestRepository } from "./ChangeRequestRepository.js"

/** A change request that the caller may use as required. */
export interface OpenedRequest extends SpaceAccess {
  readonly request: Stored<ChangeRequestRecord>
}

/** Finds a change request where the caller has a level on its space; else `NotFound` or `Forbidden`. */
export type OpenRequest = (
  space: SpaceId,
  ref: ChangeRequestRef,
  level: Role
) => Effect.Effect<OpenedRequest, LecternError, Actor>

/** {@link OpenRequest} over the repositories of the context. */
export const makeOpenRequest = Effect.gen(function* () {
  const access = yield* Access
  const requests = yield* ChangeRequestRepository
  const open: OpenRequest = (space, ref, level) =>
    Effect.flatMap(access.requireSpaceAnd(space, level, requests.finding(space, ref)), ([found, request]) =>
      request === undefined ? Effect.fail(notFound("change request")) : Effect.succeed({ ...found, request })
    )
  return open
})
