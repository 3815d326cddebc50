/** Looks up the members that requests refer to. */
import * as Effect from "effect/Effect"
import { type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { Standing } from "../access/Standing.js"
import type { UserId } from "../users/User.js"
import type { MemberRecord } from "./Member.js"
import { MemberRepository } from "./MemberRepository.js"

/** The member with a user's id, if the caller may see them: guests see nobody but themselves. */
export type RequireMember = (
  standing: Standing,
  user: UserId
) => Effect.Effect<Stored<MemberRecord>, NotFound | Unavailable>

/** {@link RequireMember} over the repository of the context. */
export const makeVisibleMember = Effect.map(MemberRepository, (members): RequireMember => {
  const requireMember: RequireMember = ({ organization, role, user: caller }, user) =>
    Effect.flatMap(members.find(organization.id, user), (found) =>
      found === undefined || (role === null && caller !== user)
        ? Effect.fail(notFound("member"))
        : Effect.succeed(found)
    )
  return requireMember
})
