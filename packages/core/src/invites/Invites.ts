/** How people become members: by their e-mail address, by a link, or by the domain of their address. */
import { Context, Effect, Layer } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { atLeast, type RoleOrGuest, rank } from "../access/Role.js"
import type { Standing } from "../access/Standing.js"
import { Conflict, type LecternError, notFound } from "../errors/Errors.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import { type List, ListQuery } from "../lists/List.js"
import { pageOf } from "../lists/PageOf.js"
import type { MemberRecord } from "../members/Member.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { OrganizationRepository } from "../organizations/OrganizationRepository.js"
import { parser } from "../schema/Input.js"
import { Storage } from "../storage/Storage.js"
import { organizationUrls, PublicUrls } from "../urls/PublicUrls.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { requireUser } from "../users/Users.js"
import {
  type InvitedUsers,
  InviteUsers,
  type LinkInvite,
  LinkInviteId,
  LinkInviteInput,
  type LinkInviteRecord
} from "./LinkInvite.js"
import { LinkInviteRepository } from "./LinkInviteRepository.js"

type Asked<A> = Effect.Effect<A, LecternError, Actor>

/** The service of invites. A link invite is `NotFound` to everybody but administrators, and to those who join with it. */
export interface InvitesService {
  /** The link invites of an organization, oldest first. Needs the role `admin`. */
  readonly list: (organization: OrganizationId, query: ListQuery) => Asked<List<LinkInvite>>
  /** Makes a link invite. Needs the role `admin`; `Conflict` where the organization has no invite links. */
  readonly create: (organization: OrganizationId, input: LinkInviteInput) => Asked<LinkInvite>
  readonly get: (organization: OrganizationId, id: LinkInviteId) => Asked<LinkInvite>
  readonly update: (organization: OrganizationId, id: LinkInviteId, input: LinkInviteInput) => Asked<LinkInvite>
  /** Removes a link invite, with which nobody joins any more; what is not there or not visible is no error. */
  readonly remove: (organization: OrganizationId, id: LinkInviteId) => Asked<void>
  /**
   * Makes members of the people with these addresses who are none, and users of those who are unknown. Needs the role
   * `admin`.
   */
  readonly inviteUsers: (organization: OrganizationId, input: InviteUsers) => Asked<InvitedUsers>
  /** Makes the caller a member with the role of the link invite, unless the caller's own is as strong. */
  readonly joinWith: (organization: OrganizationId, id: LinkInviteId) => Asked<void>
  /**
   * Makes the caller a member with the organization's default role, if the domain of the caller's address is one of
   * the organization's. `Conflict` for members.
   */
  readonly join: (organization: OrganizationId) => Asked<void>
}

/** The service of invites. */
export class Invites extends Context.Tag("@lectern/core/Invites")<Invites, InvitesService>() {}

const parseInvite = parser(LinkInviteInput)
const parseUsers = parser(InviteUsers)
const parseQuery = parser(ListQuery)

const noLinks = new Conflict({ message: "the organization has turned invite links off" })
const defaultRoleOf = (defaultRole: RoleOrGuest | undefined): RoleOrGuest =>
  defaultRole === undefined ? "read" : defaultRole
const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const invites = yield* LinkInviteRepository
  const organizations = yield* OrganizationRepository
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const ids = yield* Ids
  const { base } = yield* PublicUrls

  const answer = ({ role }: Standing, invite: LinkInviteRecord): LinkInvite => ({
    object: "invite",
    id: invite.id,
    role: invite.role,
    redundant: invite.role === null || atLeast(role, invite.role),
    urls: { location: `${organizationUrls(base, invite.organization).location}/link-invites/${invite.id}` }
  })

  /** The invite, for administrators. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: LinkInviteId) {
    const standing = yield* access.standing(organization)
    const read = yield* invites.find(organization, id)
    if (read === undefined || standing.role !== "admin") return yield* notFound("invite")
    return { standing, read }
  })

  const addMember = (member: Pick<MemberRecord, "organization" | "user" | "role" | "sso">) =>
    Effect.flatMap(now, (joinedAt) =>
      Effect.catchTag(members.insert({ ...member, joinedAt, disabled: false }), "Duplicate", Effect.die)
    )

  /** The user with an address, who is made if nobody has it. */
  const userWith = Effect.fnUntraced(function* (email: string) {
    const found = yield* users.findByEmail(email)
    if (found !== undefined) return found.value.id
    const user = {
      id: UserId.make(yield* ids.next),
      displayName: email.slice(0, email.lastIndexOf("@")).slice(0, 100),
      email,
      createdAt: yield* now
    }
    yield* Effect.catchTag(users.insert(user), "Duplicate", Effect.die)
    return user.id
  })

  const service: InvitesService = {
    list: Effect.fnUntraced(function* (organization, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* access.requireOrganization(organization, "admin")
      return yield* pageOf({
        binding: `link-invites:${organization}`,
        query: parsed,
        count: invites.count(organization),
        scan: (after, limit) => invites.list(organization, { limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => Effect.succeed(answer(standing, value))
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { role } = yield* parseInvite(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          if (!standing.organization.inviteLinks) return yield* noLinks
          const id = LinkInviteId.make(`${yield* ids.next}${yield* ids.secret}`)
          const invite: LinkInviteRecord = { id, organization, role, createdAt: yield* now }
          yield* invites.insert(invite)
          return answer(standing, invite)
        })
      )
    }),
    get: (organization, id) => Effect.map(find(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, id, input) {
      const { role } = yield* parseInvite(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, id)
          const invite = { ...read.value, role }
          yield* invites.replace(read, invite)
          return answer(standing, invite)
        })
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.zipRight(find(organization, id), invites.remove(organization, id)).pipe(
          Effect.catchTag("NotFound", () => Effect.void)
        )
      ),
    inviteUsers: Effect.fnUntraced(function* (organization, input) {
      const { emails, role: given, sso = false } = yield* parseUsers(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          const common = given === undefined ? defaultRoleOf(standing.organization.defaultRole) : given
          const added: Array<UserId> = []
          for (const invited of emails) {
            const { email, role } = typeof invited === "string" ? { email: invited, role: common } : invited
            const user = yield* userWith(email)
            if ((yield* members.find(organization, user)) !== undefined) continue
            yield* addMember({ organization, user, role, sso })
            added.push(user)
          }
          return { users: added, invited: added.length }
        })
      )
    }),
    joinWith: Effect.fnUntraced(function* (organization, id) {
      const user = yield* requireUser
      yield* storage.transaction(
        Effect.gen(function* () {
          const invite = (yield* invites.find(organization, id))?.value
          if (invite === undefined) return yield* notFound("invite")
          if ((yield* organizations.find(organization))?.value.inviteLinks !== true) return yield* noLinks
          yield* access.organizationLevel(organization)
          const read = yield* members.find(organization, user)
          if (read === undefined) return yield* addMember({ organization, user, role: invite.role, sso: false })
          if (rank(read.value.role) >= rank(invite.role)) return
          yield* Effect.catchTags(members.replace(read, { ...read.value, role: invite.role }), {
            Duplicate: Effect.die,
            VersionMismatch: Effect.die
          })
        })
      )
    }),
    join: Effect.fnUntraced(function* (organization) {
      const user = yield* requireUser
      yield* storage.transaction(
        Effect.gen(function* () {
          const found = (yield* organizations.find(organization))?.value
          const email = (yield* users.find(user))?.value.email ?? ""
          yield* access.organizationLevel(organization)
          if ((yield* members.find(organization, user)) !== undefined) {
            return yield* new Conflict({ message: "the caller is a member already" })
          }
          if (found?.emailDomains.includes(domainOf(email)) !== true) return yield* notFound("organization")
          yield* addMember({ organization, user, role: defaultRoleOf(found.defaultRole), sso: false })
        })
      )
    })
  }
  return service
})

/** {@link Invites} over the repositories of the context. */
export const layer = Layer.effect(Invites, make)
