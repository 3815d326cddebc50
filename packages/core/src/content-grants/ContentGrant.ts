import * as Schema from "effect/Schema"
import { Role, RoleOrGuest } from "../access/Role.js"
import type { CollectionId } from "../collections/Collection.js"
import { ListQuery } from "../lists/List.js"
import { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import type { SiteId } from "../sites/Site.js"
import type { SpaceId } from "../spaces/Space.js"
import { Team, TeamId } from "../teams/Team.js"
import { User, UserId } from "../users/User.js"

/** What access is granted to. */
export type GrantTarget = { readonly space: SpaceId } | { readonly collection: CollectionId } | SiteTarget

/** A site that access is granted to, in the organization that it is asked for in. */
export interface SiteTarget {
  readonly organization: OrganizationId
  readonly site: SiteId
}

/** Members and teams, at least one, that are granted a level; `null` takes their access away. */
export const InviteUsersAndTeams = Schema.Struct({
  role: RoleOrGuest,
  users: optional(Schema.Array(UserId)),
  teams: optional(Schema.Array(TeamId))
}).annotations({ identifier: "InviteUsersAndTeams" })
/** @see {@link InviteUsersAndTeams} */
export type InviteUsersAndTeams = typeof InviteUsersAndTeams.Type

/** A change of what was granted. */
export const UpdateGrant = Schema.Struct({ role: optional(RoleOrGuest) }).annotations({ identifier: "UpdateGrant" })
/** @see {@link UpdateGrant} */
export type UpdateGrant = typeof UpdateGrant.Type

/** A user and a level on content. */
export const UserPermission = Schema.Struct({ permission: Role, user: User }).annotations({
  identifier: "UserPermission"
})
/** @see {@link UserPermission} */
export type UserPermission = typeof UserPermission.Type

/** A user and a level on a site, which the site's organization decides in the end. */
export const SiteUserPermission = Schema.Struct({
  ...UserPermission.fields,
  origin: Schema.Struct({ type: Schema.Literal("organization"), organization: OrganizationId })
}).annotations({ identifier: "SiteUserPermission" })
/** @see {@link SiteUserPermission} */
export type SiteUserPermission = typeof SiteUserPermission.Type

/** A team and the level on content that it was granted. */
export const TeamPermission = Schema.Struct({ permission: Role, team: Team }).annotations({
  identifier: "TeamPermission"
})
/** @see {@link TeamPermission} */
export type TeamPermission = typeof TeamPermission.Type

/** The queries of a list of everybody who has access; `role` is the level they have. */
export const AggregateQuery = Schema.Struct({ ...ListQuery.fields, role: optional(Role) })
/** @see {@link AggregateQuery} */
export type AggregateQuery = typeof AggregateQuery.Type
