/**
 * Teams: members of an organization that are granted access together.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Forbidden, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import type { Cursor, List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access, forbidden } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { GrantRepository } from "../access/GrantRepository.js"
import { requiring } from "../access/Requirements.js"
import type { Standing } from "../access/Standing.js"
import { isSelf } from "../access/TokenLimits.js"
import { MemberRepository } from "../members/MemberRepository.js"
import { makeVisibleMember } from "../members/VisibleMember.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { UserId } from "../users/User.js"
import {
  CreateTeam,
  type MemberTeam,
  MemberTeamsQuery,
  type Team,
  TeamId,
  type TeamMemberRecord,
  type TeamRecord,
  type TeamRole,
  TeamsQuery,
  UpdateTeam
} from "./Team.js"
import { makeTeamAnswer as makeAnswer, seesTeam } from "./TeamAnswers.js"
import { makeTeamMemberships, type TeamMembershipsService } from "./TeamMemberships.js"
import { TeamRepository } from "./TeamRepository.js"

/** The service of teams. Guests see the teams that they are in, and no other members of these unless they own them. */
export interface TeamsService extends TeamMembershipsService {
  /** The teams of an organization, oldest first; `Forbidden` for guests. */
  readonly list: (organization: OrganizationId, query: TeamsQuery) => Asked<List<Team>>
  /** Creates a team with some members. Needs `admin`; `NotFound` if one is not in the organization. */
  readonly create: (organization: OrganizationId, input: CreateTeam) => Asked<Team>
  readonly get: (organization: OrganizationId, id: TeamId) => Asked<Team>
  /** Changes settings. Needs `admin`. */
  readonly update: (organization: OrganizationId, id: TeamId, patch: UpdateTeam) => Asked<Team>
  /**
   * Removes a team with all its grants. Needs `admin`; removing one that does not exist or is not visible is not an
   * error.
   */
  readonly remove: (organization: OrganizationId, id: TeamId) => Asked<void>
  /** The teams that a member is in, oldest first. Only for the member and for administrators. */
  readonly ofMember: (organization: OrganizationId, user: UserId, query: MemberTeamsQuery) => Asked<List<MemberTeam>>
}

/** The service of teams. */
export class Teams extends Context.Tag("@lectern/core/Teams")<Teams, TeamsService>() {}

const parseCreate = parser(CreateTeam)
const parseUpdate = parser(UpdateTeam)
const parseQuery = parser(TeamsQuery)
const parseMemberQuery = parser(MemberTeamsQuery)

interface TeamEntry {
  readonly team: TeamRecord
  readonly role: TeamRole
  readonly cursor: Cursor
}

const titled = (part: string) => {
  const wanted = part.toLowerCase()
  return ({ title }: TeamRecord): boolean => title.toLowerCase().includes(wanted)
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const teams = yield* TeamRepository
  const members = yield* MemberRepository
  const requireMember = yield* makeVisibleMember
  const grants = yield* GrantRepository
  const ids = yield* Ids
  const answer = yield* makeAnswer
  const memberships = yield* makeTeamMemberships

  /** The team, if the caller may see it. */
  const find = Effect.fnUntraced(function* (organization: OrganizationId, id: TeamId) {
    const standing = yield* access.standing(organization)
    const read = yield* teams.find(organization, id)
    if (read === undefined || !seesTeam(standing, id)) return yield* notFound("team")
    return { standing, read }
  })

  const placeOf = ({ value, cursor }: Stored<TeamMemberRecord>): Effect.Effect<TeamEntry, Unavailable> =>
    Effect.flatMap(teams.find(value.organization, value.team), (read) =>
      read === undefined
        ? Effect.dieMessage(`somebody is in the team ${value.team}, which does not exist`)
        : Effect.succeed({ team: read.value, role: value.role, cursor })
    )

  const requireAdmin = ({ organization: { id }, role }: Standing) =>
    role === "admin"
      ? requiring({ kind: "organization", id, level: "admin" })
      : Effect.fail(forbidden("organization", "admin"))

  const service: TeamsService = {
    ...memberships,
    list: Effect.fnUntraced(function* (organization, query) {
      const { owner, title = "", ...parsed } = yield* parseQuery(query)
      const standing = yield* access.standing(organization)
      if (standing.role === null) return yield* new Forbidden({ message: "guests may not list teams" })
      const isTitled = titled(title)
      const found = owner === undefined ? undefined : yield* access.standingOf(organization, owner)
      const administrates = found?.role === "admin"
      const isOwned = ({ id }: TeamRecord) => owner === undefined || administrates || found?.teams.get(id) === "owner"
      const isFound = ({ value }: Stored<TeamRecord>) => isOwned(value) && isTitled(value)
      return yield* pageOf({
        binding: JSON.stringify(["teams", organization, owner, title]),
        query: parsed,
        count:
          owner === undefined && title === ""
            ? teams.count(organization)
            : Effect.map(teams.list(organization), (all) => all.filter(isFound).length),
        scan: visibleScan(
          (after, limit) => teams.list(organization, { limit, ...(after !== undefined && { after }) }),
          isFound
        ),
        render: ({ value }: Stored<TeamRecord>) => answer(standing, value)
      })
    }),
    create: Effect.fnUntraced(function* (organization, input) {
      const { title, members: people = [] } = yield* parseCreate(input)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const standing = yield* access.requireOrganization(organization, "admin")
          const team: TeamRecord = { id: TeamId.make(yield* ids.next), organization, title, createdAt: yield* now }
          yield* teams.insert(team)
          for (const person of people) {
            const user = UserId.make(person)
            if ((yield* members.find(organization, user)) === undefined) return yield* notFound("member")
            yield* teams.setMember({ organization, team: team.id, user, role: "member" })
          }
          return yield* answer(standing, team)
        }),
        [organizationLock(organization)]
      )
    }),
    get: (organization, id) =>
      Effect.flatMap(find(organization, id), ({ standing, read }) => answer(standing, read.value)),
    update: Effect.fnUntraced(function* (organization, id, patch) {
      const changes = yield* parseUpdate(patch)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { standing, read } = yield* find(organization, id)
          yield* requireAdmin(standing)
          const team = { ...read.value, ...changes }
          yield* teams.replace(read, team)
          return yield* answer(standing, team)
        }),
        [organizationLock(organization)]
      )
    }),
    remove: (organization, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { standing } = yield* find(organization, id)
          yield* requireAdmin(standing)
          yield* teams.remove(organization, id)
          yield* grants.teams.removeOf(organization, id)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [organizationLock(organization)]
      ),
    ofMember: Effect.fnUntraced(function* (organization, user, query) {
      const { title = "", ...parsed } = yield* parseMemberQuery(query)
      const standing = yield* access.standing(organization)
      yield* requireMember(standing, user)
      if (!isSelf(standing, user)) yield* requireAdmin(standing)
      const isTitled = titled(title)
      const places = (after?: Cursor, limit?: number) =>
        Effect.flatMap(
          teams.ofMember(organization, user, {
            ...(after !== undefined && { after }),
            ...(limit !== undefined && { limit })
          }),
          (found) => Effect.forEach(found, placeOf)
        )
      const isFound = ({ team }: TeamEntry): boolean => isTitled(team)
      return yield* pageOf({
        binding: JSON.stringify(["member-teams", organization, user, title]),
        query: parsed,
        count: Effect.map(places(), (all) => all.filter(isFound).length),
        scan: visibleScan(places, isFound),
        render: ({ team, role }: TeamEntry) =>
          Effect.map(answer(standing, team), (answered) => ({ team: answered, member: { role } }))
      })
    })
  }
  return service
})

/** {@link Teams} over the repositories of the context. */
export const service = serviceOf(Teams, make)
