import * as Schema from "effect/Schema"
import { ListQuery } from "../lists/List.js"
import { Member } from "../members/Member.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text } from "../schema/Text.js"
import { UserId } from "../users/User.js"

/** A team's id. */
export const TeamId = Schema.String.pipe(Schema.brand("TeamId"))
/** @see {@link TeamId} */
export type TeamId = typeof TeamId.Type

/** What somebody is in a team; owners may manage its members. */
export const TeamRole = Schema.Literal("owner", "member")
/** @see {@link TeamRole} */
export type TeamRole = typeof TeamRole.Type

/** Members of an organization that are granted access together, as answered. */
export const Team = Schema.Struct({
  object: Schema.Literal("team"),
  id: TeamId,
  title: Text,
  members: Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
  spaces: Schema.Number,
  createdAt: Timestamp,
  permissions: Schema.Struct({ admin: Schema.Boolean, view: Schema.Boolean })
}).annotations({ identifier: "Team" })
/** @see {@link Team} */
export type Team = typeof Team.Type

/** What somebody is in a team, as answered. */
export const TeamMember = Schema.Struct({ role: TeamRole }).annotations({ identifier: "TeamMember" })
/** @see {@link TeamMember} */
export type TeamMember = typeof TeamMember.Type

/** A member of the organization who is in a team. */
export const OrganizationTeamMember = Schema.Struct({
  organization: Member,
  team: TeamMember,
  permissions: Schema.Struct({ view: Schema.Boolean })
}).annotations({ identifier: "OrganizationTeamMember" })
/** @see {@link OrganizationTeamMember} */
export type OrganizationTeamMember = typeof OrganizationTeamMember.Type

/** A team that a member is in, and as what. */
export const MemberTeam = Schema.Struct({ team: Team, member: TeamMember }).annotations({ identifier: "MemberTeam" })
/** @see {@link MemberTeam} */
export type MemberTeam = typeof MemberTeam.Type

const Title = text(1, 64)

/** What a team is made from: `members` are ids of members of the organization. */
export const CreateTeam = Schema.Struct({ title: Title, members: optional(Schema.Array(Schema.String)) }).annotations({
  identifier: "CreateTeam"
})
/** @see {@link CreateTeam} */
export type CreateTeam = typeof CreateTeam.Type

/** A change of a team. */
export const UpdateTeam = Schema.Struct({ title: optional(Title) }).annotations({ identifier: "UpdateTeam" })
/** @see {@link UpdateTeam} */
export type UpdateTeam = typeof UpdateTeam.Type

/**
 * Changes of who is in a team, by user id or e-mail address, all or none. Who is both added and removed is removed;
 * `memberships` also adds who is not in the team.
 */
export const UpdateTeamMembers = Schema.Struct({
  add: optional(Schema.Array(Schema.String)),
  remove: optional(Schema.Array(Schema.String)),
  memberships: optional(Schema.Record({ key: Schema.String, value: TeamMember }))
}).annotations({ identifier: "UpdateTeamMembers" })
/** @see {@link UpdateTeamMembers} */
export type UpdateTeamMembers = typeof UpdateTeamMembers.Type

/** What a member becomes in a team: `member` when left out, unless in it already. */
export const SetTeamMember = Schema.Struct({ role: optional(TeamRole) }).annotations({ identifier: "SetTeamMember" })
/** @see {@link SetTeamMember} */
export type SetTeamMember = typeof SetTeamMember.Type

/** The queries of a list of teams: `owner` is a member who can manage them, `title` a part of the title. */
export const TeamsQuery = Schema.Struct({
  ...ListQuery.fields,
  owner: optional(UserId),
  title: optional(Schema.String)
})
/** @see {@link TeamsQuery} */
export type TeamsQuery = typeof TeamsQuery.Type

/** The queries of a list of a member's teams. */
export const MemberTeamsQuery = Schema.Struct({ ...ListQuery.fields, title: optional(Schema.String) })
/** @see {@link MemberTeamsQuery} */
export type MemberTeamsQuery = typeof MemberTeamsQuery.Type

/** A team as stored. */
export interface TeamRecord {
  readonly id: TeamId
  readonly organization: OrganizationId
  readonly title: string
  readonly createdAt: string
}

/** Somebody's place in a team as stored. */
export interface TeamMemberRecord {
  readonly organization: OrganizationId
  readonly team: TeamId
  readonly user: UserId
  readonly role: TeamRole
}
