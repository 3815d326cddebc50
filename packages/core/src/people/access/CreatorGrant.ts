import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import { GrantRepository } from "./GrantRepository.js"

/** A space or a collection, with the fields that tell who created it. */
export interface Created {
  readonly id: string
  readonly organization: OrganizationId
  readonly createdBy?: UserId
}

/**
 * Keeps content accessible to its creator when its default level becomes no access: adds a `create` grant, unless the
 * creator has a grant on it or is no longer a member. Part of the transaction that sets the level.
 */
export const makeCreatorGrant: Effect.Effect<
  (content: Created) => Effect.Effect<void, Unavailable>,
  never,
  GrantRepository | MemberRepository
> = Effect.gen(function* () {
  const grants = yield* GrantRepository
  const members = yield* MemberRepository
  return Effect.fnUntraced(function* ({ id, organization, createdBy }: Created) {
    if (createdBy === undefined) return
    if ((yield* members.find(organization, createdBy)) === undefined) return
    yield* grants.insertIfNone({ target: id, user: createdBy, organization, level: "create" })
  })
})
