/**
 * Access that members and teams are granted on spaces, collections and sites.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Forbidden, invalid, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { type Cursor, type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { Access } from "../access/Access.js"
import type { Asked } from "../access/Actor.js"
import { GrantRepository } from "../access/GrantRepository.js"
import type { GrantRecord, TeamGrantRecord } from "../access/GrantRows.js"
import { needs } from "../access/Policy.js"
import type { Role, RoleOrGuest } from "../access/Role.js"
import { type Standing, standingOf } from "../access/Standing.js"
import { makeStructure } from "../access/Structure.js"
import type { MemberRecord } from "../members/Member.js"
import { MemberRepository, type MembersRange } from "../members/MemberRepository.js"
import { makeVisibleMember } from "../members/VisibleMember.js"
import type { TeamId } from "../teams/Team.js"
import { makeTeamAnswer, seesTeam } from "../teams/TeamAnswers.js"
import { TeamRepository } from "../teams/TeamRepository.js"
import type { UserId } from "../users/User.js"
import { UserRepository } from "../users/UserRepository.js"
import { userAnswer } from "../users/Users.js"
import {
  AggregateQuery,
  type GrantTarget,
  InviteUsersAndTeams,
  type SiteTarget,
  type SiteUserPermission,
  type TeamPermission,
  UpdateGrant,
  type UserPermission
} from "./ContentGrant.js"

/**
 * The service of grants on content. All of it needs `create` there; guests see only themselves and their teams, and so
 * may list nobody. A grant of `null` removes access and is in no list.
 */
export interface ContentGrantsService {
  /** Grants a level to members and teams, replacing their existing grants; all or none. */
  readonly invite: (target: GrantTarget, input: InviteUsersAndTeams) => Asked<void>
  /** The members that were granted access. */
  readonly users: (target: GrantTarget, query: ListQuery) => Asked<List<UserPermission>>
  /** The teams that were granted access. */
  readonly teams: (target: GrantTarget, query: ListQuery) => Asked<List<TeamPermission>>
  /** Everybody who has access, whatever rule gives it, ordered by when they joined. */
  readonly aggregate: (target: GrantTarget, query: AggregateQuery) => Asked<List<UserPermission>>
  /** The same for a site, with the rule that finally decided it. */
  readonly siteAggregate: (target: SiteTarget, query: AggregateQuery) => Asked<List<SiteUserPermission>>
  /** Changes a member's grant; `NotFound` if there is none. */
  readonly updateUser: (target: GrantTarget, user: UserId, input: UpdateGrant) => Asked<void>
  /** Removes a member's grant; removing one that does not exist or is not visible is not an error. */
  readonly removeUser: (target: GrantTarget, user: UserId) => Asked<void>
  /** Changes a team's grant; `NotFound` if there is none. */
  readonly updateTeam: (target: GrantTarget, team: TeamId, input: UpdateGrant) => Asked<void>
  /** Removes a team's grant; removing one that does not exist or is not visible is not an error. */
  readonly removeTeam: (target: GrantTarget, team: TeamId) => Asked<void>
}

/** The service of grants on content. */
export class ContentGrants extends Context.Tag("@lectern/core/ContentGrants")<ContentGrants, ContentGrantsService>() {}

const parseInvite = parser(InviteUsersAndTeams)
const parseUpdate = parser(UpdateGrant)
const parseQuery = parser(ListQuery)
const parseAggregate = parser(AggregateQuery)

const after = (cursor: Cursor | undefined) => (cursor === undefined ? {} : { after: cursor })

/** The level of an item that a list has let through. */
const certain = (level: RoleOrGuest): Effect.Effect<Role> =>
  level === null ? Effect.dieMessage("a level of null is never listed") : Effect.succeed(level)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const structure = yield* makeStructure
  const access = yield* Access
  const grants = yield* GrantRepository
  const members = yield* MemberRepository
  const requireMember = yield* makeVisibleMember
  const teams = yield* TeamRepository
  const users = yield* UserRepository
  const teamAnswer = yield* makeTeamAnswer
  const { base } = yield* PublicUrls

  /** The content, if the caller may decide who has access. */
  const requireManaged = Effect.fnUntraced(function* (target: GrantTarget) {
    if ("space" in target) {
      const { space, standing } = yield* access.requireSpace(target.space, needs.manage)
      return { id: space.id, standing, levelOf: (other: Standing) => other.spaceLevel(space) }
    }
    if ("collection" in target) {
      const { collection, standing } = yield* access.requireCollection(target.collection, needs.manage)
      return { id: collection.id, standing, levelOf: (other: Standing) => other.collectionLevel(collection.id) }
    }
    const { site, standing } = yield* access.requireSite(target.organization, target.site, needs.manage)
    return { id: site.id, standing, levelOf: (other: Standing) => other.siteLevel(site.id) }
  })

  /** A transaction that changes who has access to the content. */
  const changing =
    (target: GrantTarget) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> => {
      if ("space" in target) return structure.ofSpace(target.space)(effect)
      if ("collection" in target) return structure.ofCollection(target.collection)(effect)
      return storage.transaction(effect, [organizationLock(target.organization)])
    }

  const requireListing = Effect.fnUntraced(function* (target: GrantTarget) {
    const managed = yield* requireManaged(target)
    if (managed.standing.role !== null) return managed
    return yield* new Forbidden({ message: "guests may not list members and teams" })
  })

  const requireTeam = Effect.fnUntraced(function* (standing: Standing, team: TeamId) {
    const read = yield* teams.find(standing.organization.id, team)
    if (read === undefined || !seesTeam(standing, team)) return yield* notFound("team")
    return read.value
  })

  const userPermission = Effect.fnUntraced(function* (user: UserId, level: RoleOrGuest) {
    const found = yield* users.find(user)
    if (found === undefined) return yield* Effect.dieMessage(`${user} was granted access but is not a user`)
    return { permission: yield* certain(level), user: userAnswer(base, found.value) }
  })

  const aggregate: ContentGrantsService["aggregate"] = Effect.fnUntraced(function* (target, query) {
    const { role, ...parsed } = yield* parseAggregate(query)
    const { id, standing, levelOf } = yield* requireListing(target)
    const range: MembersRange = { organization: standing.organization.id, sort: "joinedAt" }
    const whole = yield* access.whole(standing)
    const levelOfMember = (member: MemberRecord) =>
      member.disabled ? null : levelOf(standingOf(whole, member.role, member.user))
    const isFound = ({ value }: Stored<MemberRecord>): boolean => {
      const level = levelOfMember(value)
      return level !== null && (role === undefined || level === role)
    }
    return yield* pageOf({
      binding: JSON.stringify(["aggregate", id, role]),
      query: parsed,
      count: Effect.map(members.list(range, {}), (all) => all.filter(isFound).length),
      scan: visibleScan((cursor, limit) => members.list(range, { limit, ...after(cursor) }), isFound),
      render: ({ value }: Stored<MemberRecord>) => userPermission(value.user, levelOfMember(value))
    })
  })

  const service: ContentGrantsService = {
    invite: Effect.fnUntraced(function* (target, input) {
      const { role: level, users: people = [], teams: crews = [] } = yield* parseInvite(input)
      if (people.length + crews.length === 0) return yield* invalid("users", "expected at least one user or team")
      yield* changing(target)(
        Effect.gen(function* () {
          const { id, standing } = yield* requireManaged(target)
          const grant = { target: id, organization: standing.organization.id, level }
          for (const user of people) {
            yield* requireMember(standing, user)
            yield* grants.set({ ...grant, user })
          }
          for (const team of crews) {
            yield* requireTeam(standing, team)
            yield* grants.teams.set({ ...grant, team })
          }
        })
      )
    }),
    users: Effect.fnUntraced(function* (target, query) {
      const parsed = yield* parseQuery(query)
      const { id } = yield* requireListing(target)
      return yield* pageOf({
        binding: `user-grants:${id}`,
        query: parsed,
        count: Effect.map(grants.on(id), (all) => all.filter(({ level }) => level !== null).length),
        scan: visibleScan(
          (cursor, limit) => grants.listOn(id, { limit, ...after(cursor) }),
          ({ value }) => value.level !== null
        ),
        render: ({ value }: Stored<GrantRecord>) => userPermission(value.user, value.level)
      })
    }),
    teams: Effect.fnUntraced(function* (target, query) {
      const parsed = yield* parseQuery(query)
      const { id, standing } = yield* requireListing(target)
      return yield* pageOf({
        binding: `team-grants:${id}`,
        query: parsed,
        count: Effect.map(grants.teams.on(id), (all) => all.filter(({ level }) => level !== null).length),
        scan: visibleScan(
          (cursor, limit) => grants.teams.listOn(id, { limit, ...after(cursor) }),
          ({ value }) => value.level !== null
        ),
        render: Effect.fnUntraced(function* ({ value }: Stored<TeamGrantRecord>) {
          const team = yield* Effect.orDie(requireTeam(standing, value.team))
          return { permission: yield* certain(value.level), team: yield* teamAnswer(standing, team) }
        })
      })
    }),
    aggregate,
    siteAggregate: (target, query) =>
      Effect.map(aggregate(target, query), ({ items, ...list }) => ({
        ...list,
        items: items.map((item) => ({ ...item, origin: { type: "organization", organization: target.organization } }))
      })),
    updateUser: Effect.fnUntraced(function* (target, user, input) {
      const { role } = yield* parseUpdate(input)
      yield* changing(target)(
        Effect.gen(function* () {
          const { id, standing } = yield* requireManaged(target)
          yield* requireMember(standing, user)
          const read = yield* grants.find(id, user)
          if (read === undefined) return yield* notFound("grant")
          if (role !== undefined) yield* grants.set({ ...read.value, level: role })
        })
      )
    }),
    removeUser: (target, user) =>
      changing(target)(
        Effect.gen(function* () {
          const { id, standing } = yield* requireManaged(target)
          yield* requireMember(standing, user)
          const read = yield* grants.find(id, user)
          if (read !== undefined) yield* grants.remove(read.value)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      ),
    updateTeam: Effect.fnUntraced(function* (target, team, input) {
      const { role } = yield* parseUpdate(input)
      yield* changing(target)(
        Effect.gen(function* () {
          const { id, standing } = yield* requireManaged(target)
          yield* requireTeam(standing, team)
          const read = yield* grants.teams.find(id, team)
          if (read === undefined) return yield* notFound("grant")
          if (role !== undefined) yield* grants.teams.set({ ...read.value, level: role })
        })
      )
    }),
    removeTeam: (target, team) =>
      changing(target)(
        Effect.gen(function* () {
          const { id, standing } = yield* requireManaged(target)
          yield* requireTeam(standing, team)
          const read = yield* grants.teams.find(id, team)
          if (read !== undefined) yield* grants.teams.remove(read.value)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void))
      )
  }
  return service
})

/** {@link ContentGrants} over the repositories of the context. */
export const service = serviceOf(ContentGrants, make)
