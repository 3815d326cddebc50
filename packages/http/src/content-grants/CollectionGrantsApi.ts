/** The endpoints of who has access to collections. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Role } from "@lectern/core/access/Role"
import { CollectionId } from "@lectern/core/collections/Collection"
import {
  InviteUsersAndTeams,
  TeamPermission,
  UpdateGrant,
  UserPermission
} from "@lectern/core/content-grants/ContentGrant"
import { list } from "@lectern/core/lists/List"
import { optional } from "@lectern/core/schema/Input"
import { TeamId } from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get, patch, post, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf } from "../params/QueryParams.js"

const CollectionPath = Schema.Struct({ collectionId: segment(CollectionId) })
const UserPath = Schema.Struct({ ...CollectionPath.fields, userId: segment(UserId) })
const TeamPath = Schema.Struct({ ...CollectionPath.fields, teamId: segment(TeamId) })

/** Who has access to collections. */
export class CollectionGrantsApi extends HttpApiGroup.make("collection-grants")
  .add(
    post(
      "inviteToCollection",
      "/v1/collections/:collectionId/permissions",
      "Grant members and teams access to a collection",
      "All or none. Replaces what they were granted; `null` takes their access away."
    )
      .setPath(CollectionPath)
      .setPayload(InviteUsersAndTeams)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    get(
      "listUserPermissionsInCollection",
      "/v1/collections/:collectionId/permissions/users",
      "The members that were granted access to a collection"
    )
      .setPath(CollectionPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(UserPermission).annotations({ identifier: "UserPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listTeamPermissionsInCollection",
      "/v1/collections/:collectionId/permissions/teams",
      "The teams that were granted access to a collection"
    )
      .setPath(CollectionPath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(TeamPermission).annotations({ identifier: "TeamPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listPermissionsAggregateInCollection",
      "/v1/collections/:collectionId/permissions/aggregate",
      "Everybody who has access to a collection",
      "Whatever gives it: a grant, a team, a default or a role."
    )
      .setPath(CollectionPath)
      .setUrlParams(Schema.Struct({ ...listParams, role: optional(oneOf(...Role.literals)) }))
      .addSuccess(list(UserPermission).annotations({ identifier: "UserPermissionList" }))
      .addError(ReadErrors)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateUserPermissionInCollection",
      "/v1/collections/:collectionId/permissions/users/:userId",
      "Change what a member was granted"
    )
      .setPath(UserPath)
      .setPayload(UpdateGrant)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeUserFromCollection",
      "/v1/collections/:collectionId/permissions/users/:userId",
      "Take back what a member was granted"
    )
      .setPath(UserPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    patch(
      "updateTeamPermissionInCollection",
      "/v1/collections/:collectionId/permissions/teams/:teamId",
      "Change what a team was granted"
    )
      .setPath(TeamPath)
      .setPayload(UpdateGrant)
      .addSuccess(Schema.Void, { status: 204 })
      .addError(WriteErrors)
  )
  .add(
    remove(
      "removeTeamFromCollection",
      "/v1/collections/:collectionId/permissions/teams/:teamId",
      "Take back what a team was granted"
    )
      .setPath(TeamPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Collection permissions", description: "Who has access to a collection." })
  ) {}
