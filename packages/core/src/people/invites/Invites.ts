/**
 * Ways to become a member: by e-mail address, by a link, or by the domain of the address.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, invalid, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { requiring } from "../access/Requirements.js"
import { type RoleOrGuest, rank } from "../access/Role.js"
import type { Standing } from "../access/Standing.js"
import { requireAccount } from "../access/TokenLimits.js"
import { AccountRepository } from "../accounts/AccountRepository.js"
import { administersServer } from "../accounts/ServerAdministrator.js"
import { makeAdmit, type NewMember } from "../members/Admission.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { hasVerified } from "../organizations/VerifiedDomains.js"
import { makeSignedIn } from "../sessions/SignedIn.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { nameIn } from "./InviteId.js"
import { makeInviteSecrets } from "./InviteSecrets.js"
import {
  type InvitedUsers,
  InviteUsers,
  type LinkInvite,
  type LinkInviteId,
  LinkInviteInput,
  type LinkInviteRecord,
  UpdateLinkInvite
} from "./LinkInvite.js"
import { makeLinkInvitePlaces } from "./LinkInvitePlaces.js"
import { LinkInviteRepository } from "./LinkInviteRepository.js"
import { UserInviteId } from "./PendingMember.js"
import { PendingMemberRepository } from "./PendingMemberRepository.js"

/**
 * The service of invites. Unless they join with it, a link invite to the organization is `NotFound` to everybody but
 * administrators, and one to a space or a collection to everybody without `create` there. It is deleted with the place
 * it leads to, and hidden while a space is deleted. Callers who signed in need a fresh proof of identity to invite
 * administrators.
 */
export interface InvitesService {
  /** The link invites that the caller may see, oldest first. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<LinkInvite>>
  /**
   * Creates a link invite. Needs the role `admin`, or `create` on the space or the collection that it leads to;
   * `Conflict` if the organization does not allow invite links.
   */
  readonly create: (organization: OrganizationId, input: LinkInviteInput) => Asked<LinkInvite>
  readonly get: (organization: OrganizationId, id: LinkInviteId) => Asked<LinkInvite>
  /**
   * Changes the level that it grants: `role` for an invite to the organization, `level` for any other; `Invalid` with
   * the wrong one.
   */
  readonly update: (organization: OrganizationId, id: LinkInviteId, input: UpdateLinkInvite) => Asked<LinkInvite>
  /**
   * Removes a link invite, so that nobody can join with it any longer; removing one that does not exist or is not visible
   * is not an error.
   */
  readonly remove: (organization: OrganizationId, id: LinkInviteId) => Asked<void>
  /**
   * Invites the people with these addresses who are not members, who then accept or decline. Nobody else can see that
   * they are invited, or whether they already had an account. An administrator of the server makes them members
   * immediately. Needs the role `admin`; `Conflict` if the organization has reached its maximum number of members.
   */
  readonly inviteUsers: (organization: OrganizationId, input: InviteUsers) => Asked<InvitedUsers>
  /**
   * Makes the caller a member with the role of the link invite, unless the caller's own role is at least as strong. An
   * invite to a space or a collection makes non-members guests, and grants its level there to callers who have less.
   */
  readonly joinWith: (organization: OrganizationId, id: LinkInviteId) => Asked<void>
  /**
   * Makes the caller a member with the organization's default role, if the domain of the caller's address is verified
   * by the organization. `Conflict` for members.
   */
  readonly join: (organization: OrganizationId) => Asked<void>
}

/** The service of invites. */
export class Invites extends Context.Tag("@lectern/core/Invites")<Invites, InvitesService>() {}

const parseInvite = parser(LinkInviteInput)
const parseUpdate = parser(UpdateLinkInvite)
const parseUsers = parser(InviteUsers)
const parseQuery = parser(ListQuery)

const noLinks = new Conflict({ message: "the organization has turned invite links off" })
const defaultRoleOf = (defaultRole: RoleOrGuest | undefined): RoleOrGuest =>
  defaultRole === undefined ? "read" : defaultRole
const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const { callerNow, requireFreshForAdmin } = yield* makeSignedIn
  const invites = yield* LinkInviteRepository
  const organizations = yield* OrganizationRepository
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const ids = yield* Ids
  const pending = yield* PendingMemberRepository
  const places = yield* makeLinkInvitePlaces
  const secrets = yield* makeInviteSecrets
  const admit = yield* makeAdmit

  /** The invite with this id. */
  const withId = Effect.fnUntraced(function* (organization: OrganizationId, id: LinkInviteId) {
    const read = yield* invites.find(organization, nameIn(id))
    return read !== undefined && (yield* secrets.isOf(id, read.value)) ? read : undefined
  })

  /** The invite, for callers who may see it. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: LinkInviteId) {
    const standing = yield* access.standing(organization)
    const read = yield* withId(organization, id)
    const place = yield* places.of(standing, read?.value)
    if (read === undefined || place?.managed !== true) return yield* notFound("invite")
    return { standing, read, place }
  })

  /** The answer for a caller who may see the invite. */
  const answer = (standing: Standing, invite: LinkInviteRecord) =>
    Effect.flatMap(places.of(standing, invite), (place) =>
      place === undefined ? Effect.dieMessage(`${invite.id} leads nowhere`) : Effect.succeed(place.answer)
    )

  const addMember = (member: NewMember) => withoutConflict(admit(member))

  /** Asks a person to become a member; a person who has already been asked is asked with the new role. */
  const ask = Effect.fnUntraced(function* ({ organization, role, sso, user }: NewMember) {
    const read = yield* pending.of(organization, user)
    if (read !== undefined) return yield* pending.replace(read, { ...read.value, role, sso })
    const id = UserInviteId.make(yield* ids.next)
    yield* pending.insert({ id, organization, user, role, sso, createdAt: yield* now })
  })

  /** The user with an address, who is created if there is none. */
  const userWith = Effect.fnUntraced(function* (email: string) {
    const found = yield* users.findByEmail(email)
    if (found !== undefined) return found.value.id
    const user = {
      id: UserId.make(yield* ids.next),
      displayName: email.slice(0, email.lastIndexOf("@")).slice(0, 100),
      email,
      createdAt: yield* now
    }
    yield* withoutConflict(users.insert(user))
    return user.id
  })

  const service: InvitesService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      const { isVisible, count } = yield* places.visible(standing)
      return yield* pageOf({
        binding: `link-invites:${organization}`,
        query: parsed,
        count,
        scan: visibleScan(
          (after, limit) => invites.list(organization, { limit, ...(after !== undefined && { after }) }),
          ({ value }) => isVisible(value)
        ),
        render: ({ value }: Stored<LinkInviteRecord>) => answer(standing, value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const given = yield* parseInvite(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* places.require(organization, given)
          if (!standing.organization.inviteLinks) return yield* noLinks
          if ("role" in given) yield* requireFreshForAdmin(given.role)
          const invite: LinkInviteRecord = { ...(yield* secrets.make), organization, ...given, createdAt: yield* now }
          yield* invites.insert(invite)
          return yield* answer(standing, invite)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (organization, id) => Effect.map(find(organization, id), ({ place }) => place.answer),
    update: Effect.fnUntraced(function* (organization, id, input) {
      const patch = yield* parseUpdate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, id)
          const field = "role" in read.value ? "role" : "level"
          if (!(field in patch)) return yield* invalid(field, "is missing")
          if ("role" in patch) yield* requireFreshForAdmin(patch.role)
          const invite: LinkInviteRecord = { ...read.value, ...patch }
          yield* invites.replace(read, invite)
          return yield* answer(standing, invite)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.flatMap(find(organization, id), ({ read }) => invites.remove(read.value)).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        ),
        [organizationLock(organization)]
      ),
    inviteUsers: Effect.fnUntraced(function* (organization, input) {
      const { emails, role: given, sso = false } = yield* parseUsers(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          const common = given === undefined ? defaultRoleOf(standing.organization.defaultRole) : given
          const people = emails.map((each) => (typeof each === "string" ? { email: each, role: common } : each))
          yield* requireFreshForAdmin(...people.map(({ role }) => role))
          const isTrusted = yield* administersServer(accounts)
          const invited = new Set<UserId>()
          for (const { email, role } of people) {
            const user = yield* userWith(email)
            if (invited.has(user) || (yield* members.find(organization, user)) !== undefined) continue
            yield* (isTrusted ? addMember : ask)({ organization, user, role, sso })
            invited.add(user)
          }
          return { users: [], invited: invited.size }
        }),
        [organizationLock(organization)]
      )
    }),
    joinWith: Effect.fnUntraced(function* (organization, id) {
      const user = yield* requireAccount
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* callerNow
          const invite = (yield* withId(organization, id))?.value
          if (invite === undefined) return yield* notFound("invite")
          if ((yield* organizations.find(organization))?.value.inviteLinks !== true) return yield* noLinks
          yield* access.organizationLevel(organization)
          const read = yield* members.find(organization, user)
          if (!("role" in invite)) {
            if (read === undefined) yield* addMember({ organization, user, role: null, sso: false })
            return yield* places.grant(yield* access.standing(organization), invite, user)
          }
          if (read === undefined) return yield* addMember({ organization, user, role: invite.role, sso: false })
          if (rank(read.value.role) >= rank(invite.role)) return
          yield* withoutConflict(members.replace(read, { ...read.value, role: invite.role }))
        }),
        [organizationLock(organization)]
      )
      yield* requiring({ kind: "organization", id: organization })
    }),
    join: Effect.fnUntraced(function* (organization) {
      const user = yield* requireAccount
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* callerNow
          const found = (yield* organizations.find(organization))?.value
          const email = (yield* users.find(user))?.value.email ?? ""
          yield* access.organizationLevel(organization)
          if ((yield* members.find(organization, user)) !== undefined) {
            return yield* new Conflict({ message: "the caller is already a member" })
          }
          if (found === undefined || !hasVerified(found, domainOf(email))) return yield* notFound("organization")
          yield* addMember({ organization, user, role: defaultRoleOf(found.defaultRole), sso: false })
        }),
        [organizationLock(organization)]
      )
      yield* requiring({ kind: "organization", id: organization })
    })
  }
  return service
})

/** {@link Invites} over the repositories of the context. */
export const service = serviceOf(Invites, make)
