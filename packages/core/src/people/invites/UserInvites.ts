/**
 * The invites that the caller has received and not answered yet.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { notFound } from "../../foundation/errors/Errors.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls, userInviteLocation } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { Asked } from "../access/Actor.js"
import { requiring } from "../access/Requirements.js"
import { rank } from "../access/Role.js"
import { requireAccount } from "../access/TokenLimits.js"
import { makeAdmit } from "../members/Admission.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import type { PendingMemberRecord, UserInvite, UserInviteId } from "./PendingMember.js"
import { PendingMemberRepository } from "./PendingMemberRepository.js"

/** The service of the invites that the caller has received. Nobody else can see them, not even their senders. */
export interface UserInvitesService {
  /** The invites that the caller has not answered yet, oldest first. */
  readonly list: (query: ListQuery) => Asked<List<UserInvite>>
  /**
   * Makes the caller a member with the role of the invite, or gives a member that role if it is stronger. `Conflict` if
   * the organization has reached its maximum number of members.
   */
  readonly accept: (id: UserInviteId) => Asked<void>
  /** Removes an invite; one that does not exist is not an error. */
  readonly decline: (id: UserInviteId) => Asked<void>
}

/** The service of the invites that the caller has received. */
export class UserInvites extends Context.Tag("@lectern/core/UserInvites")<UserInvites, UserInvitesService>() {}

const parseQuery = parser(ListQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const { callerNow } = yield* makeSignedIn
  const pending = yield* PendingMemberRepository
  const members = yield* MemberRepository
  const organizations = yield* OrganizationRepository
  const admit = yield* makeAdmit
  const { base } = yield* PublicUrls

  const answer = ({ createdAt, id, organization, role, sso }: PendingMemberRecord) =>
    Effect.flatMap(organizations.find(organization), (found) => {
      if (found === undefined) return Effect.dieMessage(`${id} is an invite to no organization`)
      const { logo, title } = found.value
      return Effect.succeed<UserInvite>({
        object: "invite",
        id,
        organization: { object: "organization", id: organization, title, ...(logo !== undefined && { logo }) },
        role,
        sso,
        createdAt,
        urls: { location: userInviteLocation(base, id) }
      })
    })

  const service: UserInvitesService = {
    list: Effect.fnUntraced(function* (query) {
      const parsed = yield* parseQuery(query)
      const user = yield* requireAccount
      return yield* pageOf({
        binding: `user-invites:${user}`,
        query: parsed,
        count: pending.count(user),
        scan: (after, limit) => pending.list(user, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answer(value)
      })
    }),
    accept: Effect.fnUntraced(function* (id) {
      const user = yield* requireAccount
      const asked = yield* pending.find(user, id)
      if (asked === undefined) return yield* notFound("invite")
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* callerNow
          const invite = (yield* pending.find(user, id))?.value
          if (invite === undefined) return yield* notFound("invite")
          const { organization, role, sso } = invite
          yield* pending.remove(user, id)
          const member = yield* members.find(organization, user)
          if (member === undefined) return yield* withoutConflict(admit({ organization, user, role, sso }))
          if (rank(member.value.role) >= rank(role)) return
          yield* withoutConflict(members.replace(member, { ...member.value, role }))
        }),
        [organizationLock(asked.value.organization)]
      )
      yield* requiring({ kind: "organization", id: asked.value.organization })
    }),
    decline: Effect.fnUntraced(function* (id) {
      const user = yield* requireAccount
      const asked = yield* pending.find(user, id)
      if (asked === undefined) return
      yield* storage.transaction(Effect.zipRight(callerNow, pending.remove(user, id)), [
        organizationLock(asked.value.organization)
      ])
    })
  }
  return service
})

/** {@link UserInvites} over the repositories of the context. */
export const service = serviceOf(UserInvites, make)
