/** The endpoints of an organization's teams. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import {
  CreateTeam,
  MemberTeam,
  OrganizationTeamMember,
  SetTeamMember,
  Team,
  TeamId,
  UpdateTeam,
  UpdateTeamMembers
} from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, patch, put, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams } from "../../foundation/params/QueryParams.js"

const OrganizationPath = Schema.Struct({ organizationId: segment(OrganizationId) })
const TeamPath = Schema.Struct({ organizationId: segment(OrganizationId), teamId: segment(TeamId) })
const TeamMemberPath = Schema.Struct({ ...TeamPath.fields, userId: segment(UserId) })
const MemberPath = Schema.Struct({ organizationId: segment(OrganizationId), userId: segment(UserId) })
const title = optional(Schema.String.annotations({ description: "Part of a title, in any case." }))

/** The teams of an organization. */
export class TeamsApi extends HttpApiGroup.make("teams")
  .add(
    get(
      "listTeamsInOrganizationById",
      "/v1/orgs/:organizationId/teams",
      "List the teams of an organization",
      "Lists all teams. Guests may not list teams."
    )
      .setPath(OrganizationPath)
      .setUrlParams(
        Schema.Struct({
          ...listParams,
          owner: optional(UserId.annotations({ description: "A member: only teams that this member can manage." })),
          title
        })
      )
      .addSuccess(list(Team).annotations({ identifier: "TeamList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    put(
      "createOrganizationTeam",
      "/v1/orgs/:organizationId/teams",
      "Create a team",
      "Creates a team, with members if some are named. For administrators."
    )
      .setPath(OrganizationPath)
      .setPayload(CreateTeam)
      .addSuccess(Team, { status: 201 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "getTeamInOrganizationById",
      "/v1/orgs/:organizationId/teams/:teamId",
      "Get a team",
      "Members of the organization see its teams."
    )
      .setPath(TeamPath)
      .addSuccess(Team)
      .addError(ReadErrors)
  )
  .add(
    patch(
      "updateTeamInOrganizationById",
      "/v1/orgs/:organizationId/teams/:teamId",
      "Update a team",
      "Changes the given fields. For administrators and owners of the team."
    )
      .setPath(TeamPath)
      .setPayload(UpdateTeam)
      .addSuccess(Team)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeTeamFromOrganizationById",
      "/v1/orgs/:organizationId/teams/:teamId",
      "Delete a team",
      "Deletes the team and everything that was granted to it. Its members stay in the organization. For administrators."
    )
      .setPath(TeamPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listTeamMembersInOrganizationById",
      "/v1/orgs/:organizationId/teams/:teamId/members",
      "List the members of a team",
      "Lists the members with their roles in the team."
    )
      .setPath(TeamPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(OrganizationTeamMember).annotations({ identifier: "TeamMemberList" }))
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateMembersInOrganizationTeam",
      "/v1/orgs/:organizationId/teams/:teamId/members",
      "Update the members of a team",
      "Adds, removes and changes members, by user id or e-mail address, all or none. Whoever is both added and removed is removed."
    )
      .setPath(TeamPath)
      .setPayload(UpdateTeamMembers)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    put(
      "addMemberToOrganizationTeamById",
      "/v1/orgs/:organizationId/teams/:teamId/members/:userId",
      "Add a member to a team",
      "Adds the member, or changes the role of somebody who is already in the team."
    )
      .setPath(TeamMemberPath)
      .setPayload(SetTeamMember)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteMemberFromOrganizationTeamById",
      "/v1/orgs/:organizationId/teams/:teamId/members/:userId",
      "Remove a member from a team",
      "Takes the member out of the team, with the access that the team gives. The membership in the organization stays."
    )
      .setPath(TeamMemberPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listTeamsForOrganizationMember",
      "/v1/orgs/:organizationId/members/:userId/teams",
      "List the teams of a member",
      "Lists the teams that the member is in, with the role in each. For the member and for administrators."
    )
      .setPath(MemberPath)
      .setUrlParams(Schema.Struct({ ...listParams, title }))
      .addSuccess(list(MemberTeam).annotations({ identifier: "MemberTeamList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .annotateContext(OpenApi.annotations({ title: "Teams", description: "Members who are granted access together." })) {}
