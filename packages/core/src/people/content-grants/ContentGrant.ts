/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Role, RoleOrGuest } from "../access/Role.js"
import type { CollectionId } from "../places/Collection.js"
import type { SiteId } from "../places/Site.js"
import type { SpaceId } from "../places/Space.js"
import { Team, TeamId } from "../teams/Team.js"
import { User, UserId } from "../users/User.js"

/** The content that access is granted to. */
export type GrantTarget = { readonly space: SpaceId } | { readonly collection: CollectionId } | SiteTarget

/** A site that access is granted to, in the organization of the request. */
export interface SiteTarget {
  readonly organization: OrganizationId
  readonly site: SiteId
}

/** Members and teams, at least one, that are granted a level; `null` removes their access. */
export const InviteUsersAndTeams = Schema.Struct({
  role: described(RoleOrGuest, "The level to grant, in place of what was granted before. `null` denies access."),
  users: optional(Schema.Array(UserId), "Ids of members of the organization."),
  teams: optional(Schema.Array(TeamId), "Ids of teams of the organization.")
}).annotations({
  identifier: "InviteUsersAndTeams",
  description: "Access to give to members and teams, to all of them or none. At least one has to be named."
})
export type InviteUsersAndTeams = typeof InviteUsersAndTeams.Type

/** A change of a grant. */
export const UpdateGrant = Schema.Struct({
  role: optional(RoleOrGuest, "The new level; `null` denies access. Stays as it is when omitted.")
}).annotations({ identifier: "UpdateGrant", description: "A change of what was granted." })
export type UpdateGrant = typeof UpdateGrant.Type

/** A user and a level on content. */
export const UserPermission = Schema.Struct({
  permission: described(Role, "The level that the user has on the content."),
  user: described(User, "The user who has access.")
}).annotations({
  identifier: "UserPermission",
  description: "A user who has access to some content."
})
export type UserPermission = typeof UserPermission.Type

/** A user and a level on a site, which the site's organization ultimately decides. */
export const SiteUserPermission = Schema.Struct({
  ...UserPermission.fields,
  origin: described(
    Schema.Struct({
      type: described(
        Schema.Literal("organization"),
        "Always `organization`: levels on sites come from membership in their organization."
      ),
      organization: described(OrganizationId, "The id of the organization of the site.")
    }),
    "What the level comes from."
  )
}).annotations({ identifier: "SiteUserPermission", description: "A user who has access to a site." })
export type SiteUserPermission = typeof SiteUserPermission.Type

/** A team and the level on content that it was granted. */
export const TeamPermission = Schema.Struct({
  permission: described(Role, "The level that the team was granted."),
  team: described(Team, "The team that has access.")
}).annotations({
  identifier: "TeamPermission",
  description: "A team that was granted access to some content."
})
export type TeamPermission = typeof TeamPermission.Type

/** The queries of a list of everybody who has access; `role` is the level they have. */
export const AggregateQuery = Schema.Struct({ ...ListQuery.fields, role: optional(Role) })
export type AggregateQuery = typeof AggregateQuery.Type
