/** The endpoints of who has access to spaces. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Role } from "@lectern/core/access/Role"
import {
  InviteUsersAndTeams,
  TeamPermission,
  UpdateGrant,
  UserPermission
} from "@lectern/core/content-grants/ContentGrant"
import { list } from "@lectern/core/lists/List"
import { optional } from "@lectern/core/schema/Input"
import { SpaceId } from "@lectern/core/spaces/Space"
import { TeamId } from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get, patch, post, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf } from "../params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const UserPath = Schema.Struct({ ...SpacePath.fields, userId: segment(UserId) })
const TeamPath = Schema.Struct({ ...SpacePath.fields, teamId: segment(TeamId) })

/** Who has access to spaces. */
export class SpaceGrantsApi extends HttpApiGroup.make("space-grants")
  .add(
    post(
      "inviteToSpace",
      "/v1/spaces/:spaceId/permissions",
      "Grant members and teams access to a space",
      "All or none. Replaces what they were granted; `null` takes their access away."
    )
      .setPath(SpacePath)
      .setPayload(InviteUsersAndTeams)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "listUserPermissionsInSpace",
      "/v1/spaces/:spaceId/permissions/users",
      "The members that were granted access to a space"
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(UserPermission).annotations({ identifier: "UserPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listTeamPermissionsInSpace",
      "/v1/spaces/:spaceId/permissions/teams",
      "The teams that were granted access to a space"
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(TeamPermission).annotations({ identifier: "TeamPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listPermissionsAggregateInSpace",
      "/v1/spaces/:spaceId/permissions/aggregate",
      "Everybody who has access to a space",
      "Whatever gives it: a grant, a team, a default or a role."
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct({ ...listParams, role: optional(oneOf(...Role.literals)) }))
      .addSuccess(list(UserPermission).annotations({ identifier: "UserPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateUserPermissionInSpace",
      "/v1/spaces/:spaceId/permissions/users/:userId",
      "Change what a member was granted"
    )
      .setPath(UserPath)
      .setPayload(UpdateGrant)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeUserFromSpace",
      "/v1/spaces/:spaceId/permissions/users/:userId",
      "Take back what a member was granted"
    )
      .setPath(UserPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateTeamPermissionInSpace",
      "/v1/spaces/:spaceId/permissions/teams/:teamId",
      "Change what a team was granted"
    )
      .setPath(TeamPath)
      .setPayload(UpdateGrant)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    remove("removeTeamFromSpace", "/v1/spaces/:spaceId/permissions/teams/:teamId", "Take back what a team was granted")
      .setPath(TeamPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(OpenApi.annotations({ title: "Space permissions", description: "Who has access to a space." })) {}
