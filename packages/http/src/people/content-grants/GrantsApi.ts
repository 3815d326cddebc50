/** The endpoints of grants, declared once for every kind of target. */
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Role } from "@lectern/core/access/Role"
import { SpacePermissionExplanation } from "@lectern/core/access/SpacePermissionExplanation"
import { CollectionId } from "@lectern/core/collections/Collection"
import {
  InviteUsersAndTeams,
  SiteUserPermission,
  TeamPermission,
  UpdateGrant,
  UserPermission
} from "@lectern/core/content-grants/ContentGrant"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { OrganizationId } from "@lectern/core/organizations/Organization"
import { SiteId } from "@lectern/core/sites/Site"
import { SpaceId } from "@lectern/core/spaces/Space"
import { TeamId } from "@lectern/core/teams/Team"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, patch, post, remove } from "../../foundation/declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams, oneOf } from "../../foundation/params/QueryParams.js"

const space = { spaceId: segment(SpaceId) }
const collection = { collectionId: segment(CollectionId) }
const site = { organizationId: segment(OrganizationId), siteId: segment(SiteId) }
const user = { userId: segment(UserId) }
const team = { teamId: segment(TeamId) }
const UserPermissions = list(UserPermission).annotations({ identifier: "UserPermissionList" })
const SiteUserPermissions = list(SiteUserPermission).annotations({ identifier: "SiteUserPermissionList" })
const TeamPermissions = list(TeamPermission).annotations({ identifier: "TeamPermissionList" })
const AggregateParams = Schema.Struct({
  ...listParams,
  role: optional(oneOf(...Role.literals), "Only those who have exactly this level.")
})

/** The type of path parameters. */
type PathOf<P extends Schema.Schema.Any> = P & HttpApiEndpoint.HttpApiEndpoint.ValidatePath<P>

/** The path parameters of a target, of one of its users, and of one of its teams. */
interface Paths<P extends Schema.Schema.Any, U extends Schema.Schema.Any, T extends Schema.Schema.Any> {
  readonly target: PathOf<P>
  readonly user: PathOf<U>
  readonly team: PathOf<T>
}

/** The endpoints below `root` of one kind of target; `aggregate` lists everybody who has access to it. */
const grantsOf = <
  const Kind extends "Space" | "Collection" | "Site",
  const Group extends string,
  P extends Schema.Schema.Any,
  U extends Schema.Schema.Any,
  T extends Schema.Schema.Any,
  A,
  I
>(
  kind: Kind,
  group: Group,
  root: `/${string}`,
  paths: Paths<P, U, T>,
  aggregate: Schema.Schema<A, I>
) => {
  const what = `a ${kind.toLowerCase()}`
  return HttpApiGroup.make(group)
    .add(
      post(
        `inviteTo${kind}`,
        `${root}/permissions`,
        `Grant access to ${what}`,
        "Grants members and teams a level, all of them or none. It replaces what they were granted before; null denies access."
      )
        .setPath<P>(paths.target)
        .setPayload(InviteUsersAndTeams)
        .addSuccess(Schema.Void, { status: 204 })
        .addError(WriteErrors)
    )
    .add(
      get(
        `listUserPermissionsIn${kind}`,
        `${root}/permissions/users`,
        `List the members with access to ${what}`,
        "Lists the members that were granted access directly, with the level of each."
      )
        .setPath<P>(paths.target)
        .setUrlParams(Schema.Struct(listParams))
        .addSuccess(UserPermissions)
        .addError(ReadErrors)
        .addError(ForbiddenError)
    )
    .add(
      get(
        `listTeamPermissionsIn${kind}`,
        `${root}/permissions/teams`,
        `List the teams with access to ${what}`,
        "Lists the teams that were granted access, with the level of each."
      )
        .setPath<P>(paths.target)
        .setUrlParams(Schema.Struct(listParams))
        .addSuccess(TeamPermissions)
        .addError(ReadErrors)
        .addError(ForbiddenError)
    )
    .add(
      get(
        `listPermissionsAggregateIn${kind}`,
        `${root}/permissions/aggregate`,
        `List everybody with access to ${what}`,
        "Lists everybody who has access, wherever it comes from: a grant, a team, a default level or a role."
      )
        .setPath<P>(paths.target)
        .setUrlParams(AggregateParams)
        .addSuccess(aggregate)
        .addError(ReadErrors)
        .addError(ForbiddenError)
    )
    .add(
      patch(
        `updateUserPermissionIn${kind}`,
        `${root}/permissions/users/:userId`,
        `Update the access of a member to ${what}`,
        "Changes the level that the member was granted directly."
      )
        .setPath<U>(paths.user)
        .setPayload(UpdateGrant)
        .addSuccess(Schema.Void, { status: 204 })
        .addError(WriteErrors)
    )
    .add(
      remove(
        `removeUserFrom${kind}`,
        `${root}/permissions/users/:userId`,
        `Revoke the access of a member to ${what}`,
        "Removes what the member was granted directly. Access from teams, defaults and roles stays."
      )
        .setPath<U>(paths.user)
        .addError(InvalidError)
        .addError(ForbiddenError)
    )
    .add(
      patch(
        `updateTeamPermissionIn${kind}`,
        `${root}/permissions/teams/:teamId`,
        `Update the access of a team to ${what}`,
        "Changes the level that the team was granted."
      )
        .setPath<T>(paths.team)
        .setPayload(UpdateGrant)
        .addSuccess(Schema.Void, { status: 204 })
        .addError(WriteErrors)
    )
    .add(
      remove(
        `removeTeamFrom${kind}`,
        `${root}/permissions/teams/:teamId`,
        `Revoke the access of a team to ${what}`,
        "Removes what the team was granted. Its members keep access from elsewhere."
      )
        .setPath<T>(paths.team)
        .addError(InvalidError)
        .addError(ForbiddenError)
    )
    .annotateContext(
      OpenApi.annotations({
        title: `${kind} permissions`,
        description: `Who was granted access to ${what}, and who has it.`
      })
    )
}

/** Access to spaces. */
export const SpaceGrantsApi = grantsOf(
  "Space",
  "space-grants",
  "/v1/spaces/:spaceId",
  {
    target: Schema.Struct(space),
    user: Schema.Struct({ ...space, ...user }),
    team: Schema.Struct({ ...space, ...team })
  },
  UserPermissions
).add(
  get(
    "explainPermissionInSpace",
    "/v1/spaces/:spaceId/permissions/explain",
    "Explain the access of a member to a space",
    "Says which rule decides the level of the caller or, for administrators of the organization, of another member; which rules it overrules; and who can give more."
  )
    .setPath(Schema.Struct(space))
    .setUrlParams(
      Schema.Struct({
        user: optional(UserId.annotations({ description: "The id of the member; the caller when omitted." }))
      })
    )
    .addSuccess(SpacePermissionExplanation)
    .addError(ReadErrors)
    .addError(ForbiddenError)
)

/** Access to collections. */
export const CollectionGrantsApi = grantsOf(
  "Collection",
  "collection-grants",
  "/v1/collections/:collectionId",
  {
    target: Schema.Struct(collection),
    user: Schema.Struct({ ...collection, ...user }),
    team: Schema.Struct({ ...collection, ...team })
  },
  UserPermissions
)

/** Access to sites. */
export const SiteGrantsApi = grantsOf(
  "Site",
  "site-grants",
  "/v1/orgs/:organizationId/sites/:siteId",
  {
    target: Schema.Struct(site),
    user: Schema.Struct({ ...site, ...user }),
    team: Schema.Struct({ ...site, ...team })
  },
  SiteUserPermissions
)
