/** Finds whom a member can ask for more access to a space. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import type { Stored } from "../../storage/rows/Repository.js"
import type { MemberRecord } from "../members/Member.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { SpaceShape } from "../places/SpaceShape.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { Access } from "./Access.js"
import { allows } from "./Policy.js"
import { Role } from "./Role.js"
import type { Grantor } from "./SpacePermissionExplanation.js"
import { type Standing, standingOf } from "./Standing.js"

/**
 * Some of those who may grant access to a space, those with the strongest roles first: neither the member that it is
 * about, nor service users, whom nobody can ask. A caller who may not see who is in the organization sees none.
 */
export type Grantors = (
  caller: Standing,
  space: SpaceShape,
  about: UserId
) => Effect.Effect<ReadonlyArray<Grantor>, Unavailable>

/** The number of grantors in an answer. */
const most = 10

/** {@link Grantors} over the repositories of the context. */
export const makeGrantors = Effect.gen(function* () {
  const access = yield* Access
  const members = yield* MemberRepository
  const users = yield* UserRepository

  const grantors: Grantors = Effect.fnUntraced(function* (caller, space, about) {
    const found: Array<Grantor> = []
    if (caller.role === null) return found
    const snapshot = yield* access.whole(caller)
    const mayGrant = ({ value: { disabled, role, service, user } }: Stored<MemberRecord>): boolean =>
      !disabled &&
      service !== true &&
      user !== about &&
      allows(standingOf(snapshot, role, user).spaceLevel(space), "manage")
    for (const role of Role.literals.toReversed()) {
      const range = { organization: caller.organization.id, sort: "joinedAt", role } as const
      const scan = visibleScan(
        (after, limit) => members.list(range, { limit, ...(after !== undefined && { after }) }),
        mayGrant
      )
      for (const { value } of yield* scan(undefined, most - found.length)) {
        const displayName = (yield* users.find(value.user))?.value.displayName ?? ""
        found.push({ id: value.user, displayName })
      }
      if (found.length === most) break
    }
    return found
  })
  return grantors
})
