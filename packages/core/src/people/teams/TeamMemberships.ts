/** The members of teams. */
import * as Effect from "effect/Effect"
import { Forbidden, notFound } from "../../foundation/errors/Errors.js"
import { findByIdOrName } from "../../foundation/ids/Names.js"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import type { Standing } from "../access/Standing.js"
import { makeMemberLists } from "../members/MemberLists.js"
import { MemberRepository } from "../members/MemberRepository.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { type OrganizationTeamMember, SetTeamMember, type TeamId, type TeamRole, UpdateTeamMembers } from "./Team.js"
import { managesTeam, seesTeam, seesTeamMembers } from "./TeamAnswers.js"
import { TeamRepository } from "./TeamRepository.js"

/** The operations of the service of teams on members. Owners and administrators may change them. */
export interface TeamMembershipsService {
  /** The members of a team. */
  readonly members: (
    organization: OrganizationId,
    team: TeamId,
    query: ListQuery
  ) => Asked<List<OrganizationTeamMember>>
  /** Adds, removes and changes members, atomically; `NotFound` if one is not in the organization. */
  readonly updateMembers: (organization: OrganizationId, team: TeamId, input: UpdateTeamMembers) => Asked<void>
  /** Adds a member to a team, or changes the member's role there. */
  readonly setMember: (organization: OrganizationId, team: TeamId, user: UserId, input: SetTeamMember) => Asked<void>
  /** Removes a member from a team; removing a user who is not in it or not visible is not an error. */
  readonly removeMember: (organization: OrganizationId, team: TeamId, user: UserId) => Asked<void>
}

const parseQuery = parser(ListQuery)
const parseUpdate = parser(UpdateTeamMembers)
const parseSet = parser(SetTeamMember)

/** Looked up for an address that does not exist, so that absence takes the same steps as invisibility. */
const nobody = UserId.make("")

/** {@link TeamMembershipsService} over the repositories of the context. */
export const makeTeamMemberships = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const teams = yield* TeamRepository
  const members = yield* MemberRepository
  const users = yield* UserRepository
  const lists = yield* makeMemberLists

  /** The caller's standing, if the caller may see the team. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId) {
    const standing = yield* access.standing(organization)
    const read = yield* teams.find(organization, team)
    if (read === undefined || !seesTeam(standing, team)) return yield* notFound("team")
    return standing
  })

  const requireManager = (standing: Standing, team: TeamId) =>
    managesTeam(standing, team)
      ? Effect.void
      : Effect.fail(new Forbidden({ message: "only owners of the team and administrators may do this" }))

  /** The member with an id or an e-mail address, if the caller may see that member. */
  const resolve = Effect.fnUntraced(function* (standing: Standing, team: TeamId, person: string) {
    if (typeof person !== "string") return yield* notFound("member")
    const byId = (id: string) => members.find(standing.organization.id, UserId.make(id))
    const byName = (email: string) =>
      Effect.flatMap(users.findByEmail(email), (found) => byId(found?.value.id ?? nobody))
    const read = yield* findByIdOrName({ byId, byName }, person)
    if (read === undefined) return yield* notFound("member")
    const { value } = read
    const seen =
      standing.role !== null ||
      standing.user === value.user ||
      (yield* teams.findMember(team, value.user)) !== undefined
    return seen ? value.user : yield* notFound("member")
  })

  const put = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId, user: UserId, role?: TeamRole) {
    if (role === undefined && (yield* teams.findMember(team, user)) !== undefined) return
    yield* teams.setMember({ organization, team, user, role: role ?? "member" })
  })

  const service: TeamMembershipsService = {
    members: Effect.fnUntraced(function* (organization, team, query) {
      const parsed = yield* parseQuery(query)
      const standing = yield* find(organization, team)
      const all = seesTeamMembers(standing, team)
      return yield* pageOf({
        binding: `team-members:${team}`,
        query: parsed,
        count: all ? teams.countMembers(team) : Effect.succeed(1),
        scan: visibleScan(
          (after, limit) => teams.members(team, { limit, ...(after !== undefined && { after }) }),
          ({ value }) => all || value.user === standing.user
        ),
        render: Effect.fnUntraced(function* ({ value }) {
          const read = yield* members.find(organization, value.user)
          if (read === undefined) return yield* Effect.dieMessage(`${value.user} is in a team but not a member`)
          return {
            organization: yield* lists.one(standing, read.value),
            team: { role: value.role },
            permissions: { view: true }
          }
        })
      })
    }),
    updateMembers: Effect.fnUntraced(function* (organization, team, input) {
      const { add = [], remove = [], memberships = {} } = yield* parseUpdate(input)
      yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* find(organization, team)
          yield* requireManager(standing, team)
          const removed = new Set(yield* Effect.forEach(remove, (person) => resolve(standing, team, person)))
          const placed = new Map<UserId, TeamRole | undefined>()
          for (const person of add) placed.set(yield* resolve(standing, team, person), undefined)
          for (const [person, { role }] of Object.entries(memberships)) {
            placed.set(yield* resolve(standing, team, person), role)
          }
          for (const [user, role] of placed) if (!removed.has(user)) yield* put(organization, team, user, role)
          for (const user of removed) {
            const read = yield* teams.findMember(team, user)
            if (read !== undefined) yield* teams.removeMember(read.value)
          }
        }),
        [organizationLock(organization)]
      )
    }),
    setMember: Effect.fnUntraced(function* (organization, team, user, input) {
      const { role } = yield* parseSet(input)
      yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* find(organization, team)
          yield* requireManager(standing, team)
          yield* put(organization, team, yield* resolve(standing, team, user), role)
        }),
        [organizationLock(organization)]
      )
    }),
    removeMember: (organization, team, user) =>
      storage.transaction(
        Effect.gen(function* () {
          const standing = yield* find(organization, team)
          const read = yield* teams.findMember(team, user)
          if (read === undefined || !(seesTeamMembers(standing, team) || user === standing.user)) return
          yield* requireManager(standing, team)
          yield* teams.removeMember(read.value)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      )
  }
  return service
})
