/** Admits new members, whatever admits them. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { Quotas, requireRoom } from "../../foundation/quotas/Quotas.js"
import type { Duplicate } from "../../storage/rows/Storage.js"
import type { MemberRecord } from "./Member.js"
import { MemberRepository } from "./MemberRepository.js"

/** A new membership. */
export type NewMember = Pick<MemberRecord, "organization" | "user" | "role" | "sso">

/**
 * Makes a user a member, in the transaction that established that they may be one. Fails with `Conflict` if the
 * organization has reached its maximum number of members, and with `Duplicate` if the user is a member already.
 */
export type Admit = (member: NewMember) => Effect.Effect<MemberRecord, Conflict | Duplicate | Unavailable>

/** {@link Admit} over the repository of the context. */
export const makeAdmit: Effect.Effect<Admit, never, MemberRepository> = Effect.gen(function* () {
  const members = yield* MemberRepository
  const { membersPerOrganization } = yield* Quotas
  return Effect.fnUntraced(function* (fields) {
    const { organization } = fields
    const count = members.count({ organization, sort: "joinedAt" })
    yield* requireRoom(membersPerOrganization, count, "the organization", "members")
    const member: MemberRecord = { ...fields, joinedAt: yield* now, disabled: false }
    yield* members.insert(member)
    return member
  })
})
