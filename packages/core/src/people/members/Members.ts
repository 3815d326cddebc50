/**
 * The members of organizations and their roles.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Keyring } from "../../foundation/encryption/Keyring.js"
import { organizationKeyPlace } from "../../foundation/encryption/Places.js"
import { Conflict, Forbidden, notFound } from "../../foundation/errors/Errors.js"
import { timestamp } from "../../foundation/ids/Time.js"
import type { List } from "../../foundation/lists/List.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { Dependents } from "../../storage/services/Dependents.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { requiring } from "../access/Requirements.js"
import type { RoleOrGuest } from "../access/Role.js"
import type { Standing } from "../access/Standing.js"
import { isSelf, requireScope } from "../access/TokenLimits.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { requireAdministersServer } from "../accounts/ServerAdministrator.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import { mayJoin, type UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireUser } from "../users/Users.js"
import { makeAdmit } from "./Admission.js"
import {
  type Member,
  type MemberRecord,
  type MemberSpace,
  MemberSpacesQuery,
  MembersQuery,
  UpdateMember
} from "./Member.js"
import { makeMemberLists } from "./MemberLists.js"
import { MemberRepository } from "./MemberRepository.js"
import { makeVisibleMember } from "./VisibleMember.js"
import { visitorClaims } from "./VisitorClaims.js"

/**
 * The service of members. Guests see no member but themselves. Callers who signed in need a fresh proof of identity to
 * make or unmake an administrator, and for `setSso`.
 */
export interface MembersService {
  /** The members of an organization, newest first; `Forbidden` for guests. */
  readonly list: (organization: OrganizationId, query: MembersQuery) => Asked<List<Member>>
  readonly get: (organization: OrganizationId, user: UserId) => Asked<Member>
  /**
   * Makes a user a member or, with `null`, a guest, without asking them. Needs `admin`, and only administrators of the
   * server may do it; others invite. `Conflict` if the user is already a member, or the organization has reached its
   * maximum number of members.
   */
  readonly add: (organization: OrganizationId, user: UserId, role: RoleOrGuest) => Asked<Member>
  /**
   * Changes a role, or disables a member, whose tokens are refused from then on. Needs `admin`; `Conflict` if the
   * organization would be left without an administrator.
   */
  readonly update: (organization: OrganizationId, user: UserId, patch: UpdateMember) => Asked<Member>
  /** Requires a member to sign in through the organization's SAML providers. Needs `admin`. */
  readonly setSso: (organization: OrganizationId, user: UserId) => Asked<Member>
  /**
   * Ends a membership, with all grants of the member. Needs `admin`, unless members remove themselves; `Conflict` for
   * the last administrator. Removing a member who does not exist or is not visible is not an error.
   */
  readonly remove: (organization: OrganizationId, user: UserId) => Asked<void>
  /** Records that the caller was just active, and returns signed claims about the caller for published sites. */
  readonly ping: (organization: OrganizationId) => Asked<{ readonly serviceVisitorClaims?: string }>
  /** The spaces that a member may read, newest first. Only for the member and for administrators. */
  readonly spaces: (organization: OrganizationId, user: UserId, query: MemberSpacesQuery) => Asked<List<MemberSpace>>
}

/** The service of members. */
export class Members extends Context.Tag("@lectern/core/Members")<Members, MembersService>() {}

const parseUpdate = parser(UpdateMember)
const parseQuery = parser(MembersQuery)
const parseSpacesQuery = parser(MemberSpacesQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { requireFreshForAdmin, requireFreshSession } = yield* makeSignedIn
  const members = yield* MemberRepository
  const accounts = yield* AccountRepository
  const users = yield* UserRepository
  const dependents = yield* Dependents
  const lists = yield* makeMemberLists
  const admit = yield* makeAdmit
  const requireMember = yield* makeVisibleMember
  const keyring = yield* Keyring

  /** The membership, if the caller may see it. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
    const standing = yield* access.standing(organization)
    return { standing, read: yield* requireMember(standing, user) }
  })

  const requireAdmin = ({ organization: { id }, role }: Standing) =>
    role === "admin"
      ? requiring({ kind: "organization", id, level: "admin" })
      : Effect.fail(new Forbidden({ message: 'this needs the role "admin"' }))

  /** Fails if the member is the last administrator of the organization. */
  const requireOther = Effect.fnUntraced(function* ({ organization, role, service, user }: MemberRecord) {
    if (service === true || role !== "admin" || (yield* members.hasOtherAdministrator(organization, user))) return
    return yield* new Conflict({ message: "the organization needs at least one administrator" })
  })

  const service: MembersService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      if (standing.role === null) return yield* new Forbidden({ message: "guests may not list members" })
      return yield* lists.page(standing, parsed)
    }),
    get: Effect.fnUntraced(function* (organization, user) {
      const { standing, read } = yield* find(organization, user)
      return yield* lists.one(standing, read.value)
    }),
    add: Effect.fnUntraced(function* (organization, user, role) {
      const fields = yield* parseUpdate({ role })
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.standing(organization)
          yield* requireAdmin(standing)
          yield* requireAdministersServer(accounts, "add members without an invite")
          yield* requireFreshForAdmin(fields.role)
          if (!mayJoin((yield* users.find(user))?.value, organization)) return yield* notFound("user")
          const member = yield* Effect.catchTag(
            admit({ organization, user, role: fields.role ?? null, sso: false }),
            "Duplicate",
            () => new Conflict({ message: "the user is already a member" })
          )
          return yield* lists.one(standing, member)
        }),
        [organizationLock(organization)]
      )
    }),
    update: Effect.fnUntraced(function* (organization, user, patch) {
      const fields = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, user)
          yield* requireAdmin(standing)
          const { disabled = read.value.disabled, role = read.value.role } = fields
          if (role === read.value.role && disabled === read.value.disabled)
            return yield* lists.one(standing, read.value)
          yield* requireFreshForAdmin(role, read.value.role)
          if (role !== "admin" || disabled) yield* requireOther(read.value)
          const member = { ...read.value, role, disabled }
          yield* replace(read, member)
          return yield* lists.one(standing, member)
        }),
        [organizationLock(organization)]
      )
    }),
    setSso: (organization, user) =>
      storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, user)
          yield* requireAdmin(standing)
          if (read.value.sso) return yield* lists.one(standing, read.value)
          yield* requireFreshSession
          const member = { ...read.value, sso: true }
          yield* replace(read, member)
          return yield* lists.one(standing, member)
        }),
        [organizationLock(organization)]
      ),
    remove: (organization, user) =>
      storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, user)
          yield* isSelf(standing, user) ? requireScope("admin") : requireAdmin(standing)
          yield* requireFreshForAdmin(read.value.role)
          yield* requireOther(read.value)
          yield* members.remove(organization, user)
          yield* dependents.leave(organization, user)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      ),
    ping: Effect.fnUntraced(function* (organization) {
      const caller = yield* requireUser
      yield* requireScope("write")
      const time = yield* Clock.currentTimeMillis
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, caller)
          if (!isSelf(standing, caller)) yield* requireAdmin(standing)
          const user = (yield* users.find(caller))?.value
          yield* replace(read, { ...read.value, lastSeenAt: timestamp(time) })
          if (user === undefined) return {}
          const { sealedKey } = standing.organization
          const key = yield* keyring.unseal(organizationKeyPlace(organization), sealedKey)
          return { serviceVisitorClaims: visitorClaims(key, organization, user, time) }
        }),
        [organizationLock(organization)]
      )
    }),
    spaces: Effect.fnUntraced(function* (organization, user, query) {
      const parsed = yield* parseSpacesQuery(query)
      const { standing, read } = yield* find(organization, user)
      if (!isSelf(standing, user)) yield* requireAdmin(standing)
      return yield* lists.spaces(standing, read.value, parsed)
    })
  }

  /** Replaces a member that this transaction has read. */
  const replace = (read: Parameters<typeof members.replace>[0], member: MemberRecord) =>
    withoutConflict(members.replace(read, member))

  return service
})

/** {@link Members} over the repositories of the context. */
export const service = serviceOf(Members, make)
