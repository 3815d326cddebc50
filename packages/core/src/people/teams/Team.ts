/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { createdAt, described, identified, may, permissions } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import { Member } from "../members/Member.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { UserId } from "../users/User.js"
import { TeamId } from "./TeamId.js"

export { TeamId }

/** A member's role in a team; owners may manage its members. */
export const TeamRole = Schema.Literal("owner", "member")
export type TeamRole = typeof TeamRole.Type

/** Members of an organization that are granted access together, as answered. */
export const Team = Schema.Struct({
  object: Schema.Literal("team"),
  id: identified(TeamId),
  title: described(Text, "The name of the team, 1 to 64 characters."),
  members: described(
    Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
    "How many members of the organization are in the team."
  ),
  spaces: described(
    Schema.Number,
    "How many spaces the team was granted access to, counting only those that the caller may see."
  ),
  createdAt,
  permissions: permissions({
    admin: may("change who is in the team, as an administrator or an owner of the team"),
    view: may("see the team")
  })
}).annotations({ identifier: "Team", description: "Members of an organization who are granted access together." })
export type Team = typeof Team.Type

/** A user's role in a team, as answered. */
export const TeamMember = Schema.Struct({
  role: described(TeamRole, "An `owner` may add, remove and change members of the team; a `member` may not.")
}).annotations({ identifier: "TeamMember", description: "The role of somebody in a team." })
export type TeamMember = typeof TeamMember.Type

/** A member of the organization who belongs to a team. */
export const OrganizationTeamMember = Schema.Struct({
  organization: described(Member, "The membership in the organization."),
  team: described(TeamMember, "The role in the team."),
  permissions: permissions({ view: may("see the membership") })
}).annotations({
  identifier: "OrganizationTeamMember",
  description: "A member of a team, with the membership in the organization and the role in the team."
})
export type OrganizationTeamMember = typeof OrganizationTeamMember.Type

/** A team that a member is in, with the member's role. */
export const MemberTeam = Schema.Struct({
  team: described(Team, "The team itself, as the caller sees it."),
  member: described(TeamMember, "The role of the member in the team.")
}).annotations({ identifier: "MemberTeam", description: "A team, with the role that a member has in it." })
export type MemberTeam = typeof MemberTeam.Type

const Title = text(1, 64)

/** Input for creating a team: `members` has the ids of members of the organization. */
export const CreateTeam = Schema.Struct({
  title: described(Title, "The name of the team, 1 to 64 characters."),
  members: optional(
    Schema.Array(Schema.String),
    "Ids of members of the organization who are in the team from the beginning. One unknown id refuses the request."
  )
}).annotations({
  identifier: "CreateTeam",
  description: "A new team."
})
export type CreateTeam = typeof CreateTeam.Type

/** A change of a team. */
export const UpdateTeam = Schema.Struct({ title: optional(Title, "The new name, 1 to 64 characters.") }).annotations({
  identifier: "UpdateTeam",
  description: "Changes of a team. Omitted fields stay as they are."
})
export type UpdateTeam = typeof UpdateTeam.Type

/**
 * Changes of the members of a team, by user id or e-mail address, applied atomically. A user who is both added and
 * removed is removed; `memberships` also adds users who are not in the team.
 */
export const UpdateTeamMembers = Schema.Struct({
  add: optional(
    Schema.Array(Schema.String),
    "Members to add, by user id or e-mail address. Those who are already in the team stay as they are."
  ),
  remove: optional(
    Schema.Array(Schema.String),
    "Members to remove, by user id or e-mail address. Wins over `add` and `memberships`."
  ),
  memberships: optional(
    Schema.Record({ key: Schema.String, value: TeamMember }),
    "Roles in the team by user id or e-mail address; whoever is not in the team is added."
  )
}).annotations({ identifier: "UpdateTeamMembers", description: "Changes of who is in a team, all applied or none." })
export type UpdateTeamMembers = typeof UpdateTeamMembers.Type

/** The role of a member in a team: by default `member`, or the current role of an existing member. */
export const SetTeamMember = Schema.Struct({
  role: optional(
    TeamRole,
    "The role in the team. When omitted, a new member becomes `member` and an existing one stays as is."
  )
}).annotations({ identifier: "SetTeamMember", description: "The role that a member gets in a team." })
export type SetTeamMember = typeof SetTeamMember.Type

/** The queries of a list of teams: `owner` is a member who can manage them, `title` a part of the title. */
export const TeamsQuery = Schema.Struct({
  ...ListQuery.fields,
  owner: optional(UserId),
  title: optional(Schema.String)
})
export type TeamsQuery = typeof TeamsQuery.Type

/** The queries of a list of a member's teams. */
export const MemberTeamsQuery = Schema.Struct({ ...ListQuery.fields, title: optional(Schema.String) })
export type MemberTeamsQuery = typeof MemberTeamsQuery.Type

/** A team as stored. */
export interface TeamRecord {
  readonly id: TeamId
  readonly organization: OrganizationId
  readonly title: string
  /** The id of the team in the directory that manages it. */
  readonly externalId?: string
  readonly createdAt: string
}

/** A team membership as stored. */
export interface TeamMemberRecord {
  readonly organization: OrganizationId
  readonly team: TeamId
  readonly user: UserId
  readonly role: TeamRole
}
