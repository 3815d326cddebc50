import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { organizationLock } from "../../storage/rows/Locks.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import { memberStamp, moveAccess } from "../access/StampedCache.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import type { TeamId, TeamMemberRecord, TeamRecord } from "./Team.js"

/** The teams of organizations. */
export const TeamsTable = recordTable({
  name: "teams",
  emits: true,
  columns: { organization: "text", id: "text" },
  key: ["organization", "id"],
  indexes: {},
  lockedBy: "organization organization",
  columnsOf: ({ organization, id }: TeamRecord) => ({
    organization,
    id
  }),
  row: () => import("./TeamRows.js").then(({ teams }) => teams)
})

/** The members of teams. */
export const TeamMembersTable = recordTable({
  name: "team_members",
  emits: true,
  columns: { team: "text", user: "text", organization: "text" },
  key: ["team", "user"],
  indexes: { user: { on: ["organization", "user", "team"] } },
  lockedBy: "organization organization",
  columnsOf: ({ team, user, organization }: TeamMemberRecord) => ({ team, user, organization }),
  row: () => import("./TeamRows.js").then(({ teamMembers }) => teamMembers)
})

type Part = Pick<Scan, "after" | "limit">

/** Reads and writes teams and their members; writes belong in a transaction that has read the rows they replace. */
export interface TeamRepositoryService {
  readonly find: (
    organization: OrganizationId,
    id: TeamId
  ) => Effect.Effect<Stored<TeamRecord> | undefined, Unavailable>
  /** The teams of an organization, in the order of creation. */
  readonly list: (
    organization: OrganizationId,
    scan?: Part
  ) => Effect.Effect<ReadonlyArray<Stored<TeamRecord>>, Unavailable>
  readonly count: (organization: OrganizationId) => Effect.Effect<number, Unavailable>
  readonly insert: (team: TeamRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<TeamRecord>, team: TeamRecord) => Effect.Effect<void, Unavailable>
  /** Removes a team with its memberships. */
  readonly remove: (organization: OrganizationId, id: TeamId) => Effect.Effect<void, Unavailable>
  readonly findMember: (team: TeamId, user: UserId) => Effect.Effect<Stored<TeamMemberRecord> | undefined, Unavailable>
  /** The members of a team, by user. */
  readonly members: (team: TeamId, scan?: Part) => Effect.Effect<ReadonlyArray<Stored<TeamMemberRecord>>, Unavailable>
  readonly countMembers: (team: TeamId) => Effect.Effect<number, Unavailable>
  /** The teams that a member is in, in the order of their creation. */
  readonly ofMember: (
    organization: OrganizationId,
    user: UserId,
    scan?: Part
  ) => Effect.Effect<ReadonlyArray<Stored<TeamMemberRecord>>, Unavailable>
  /** All team memberships of an organization. */
  readonly memberships: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<TeamMemberRecord>, Unavailable>
  /** Adds a member to a team, or changes the member's role there. */
  readonly setMember: (member: TeamMemberRecord) => Effect.Effect<void, Unavailable>
  readonly removeMember: (member: TeamMemberRecord) => Effect.Effect<void, Unavailable>
  /** Removes a member from every team of an organization. */
  readonly removeOf: (organization: OrganizationId, user: UserId) => Effect.Effect<void, Unavailable>
}

/** The repository of teams. */
export class TeamRepository extends Context.Tag("@lectern/core/TeamRepository")<
  TeamRepository,
  TeamRepositoryService
>() {}

const make = Effect.map(Storage, (storage): TeamRepositoryService => {
  const teams = rows(storage, TeamsTable)
  const places = rows(storage, TeamMembersTable)
  const members: TeamRepositoryService["members"] = (team, scan) => places.scan({ prefix: [team], ...scan })
  const ofMember: TeamRepositoryService["ofMember"] = (organization, user, scan) =>
    places.scan({ index: "user", prefix: [organization, user], ...scan })
  const moved = ({ organization, user }: TeamMemberRecord) =>
    moveAccess(storage, organization, memberStamp(organization, user))
  const removeMember: TeamRepositoryService["removeMember"] = (member) =>
    Effect.zipRight(places.remove(member.team, member.user), moved(member))
  const removeAll = (found: ReadonlyArray<Stored<TeamMemberRecord>>) =>
    Effect.forEach(found, ({ value }) => removeMember(value), { discard: true })
  return {
    find: (organization, id) => teams.find(organization, id),
    list: (organization, scan) => teams.scan({ prefix: [organization], ...scan }),
    count: (organization) => teams.count({ prefix: [organization] }),
    insert: (team) => withoutConflict(teams.insert(team)),
    replace: (read, team) => withoutConflict(teams.replace(read, team)),
    remove: (organization, id) =>
      Effect.gen(function* () {
        const found = yield* members(id)
        yield* teams.remove(organization, id)
        yield* places.removeAll({ prefix: [id] }, [organizationLock(organization)])
        yield* Effect.forEach(found, ({ value }) => moved(value), { discard: true })
      }),
    findMember: (team, user) => places.find(team, user),
    members,
    countMembers: (team) => places.count({ prefix: [team] }),
    ofMember,
    memberships: (organization) =>
      Effect.map(places.scan({ index: "user", prefix: [organization] }), (all) => all.map(({ value }) => value)),
    setMember: (member) =>
      Effect.flatMap(places.find(member.team, member.user), (read) =>
        read?.value.role === member.role
          ? Effect.void
          : (read === undefined ? places.insert(member) : places.replace(read, member)).pipe(
              withoutConflict,
              Effect.zipRight(moved(member))
            )
      ),
    removeMember,
    removeOf: (organization, user) => Effect.flatMap(ofMember(organization, user), removeAll)
  }
})

/** {@link TeamRepository} over Storage. */
export const service = repositoryOf(TeamRepository, make, [TeamsTable, TeamMembersTable], ({ removeOf }) => ({
  leave: removeOf
}))
