/** Permissions of each level, as the booleans that objects carry; every object is built once. */

import type { OrganizationPermissions } from "../organizations/Organization.js"
import type { CollectionPermissions } from "../places/Collection.js"
import type { SpacePermissions } from "../places/Space.js"
import { allows } from "./Policy.js"
import { atLeast, Role, type RoleOrGuest, rank } from "./Role.js"
import type { Standing } from "./Standing.js"

const levels: ReadonlyArray<RoleOrGuest> = [null, ...Role.literals]

const table = <A extends object>(build: (level: RoleOrGuest) => A): ((level: RoleOrGuest) => A) => {
  const byRank = levels.map((level) => Object.freeze(build(level)))
  return (level) => byRank[rank(level)]!
}

/** The permissions on a space of a caller with this level. */
export const spacePermissions = table((level): typeof SpacePermissions.Type => ({
  view: allows(level, "view"),
  access: allows(level, "view"),
  admin: allows(level, "manage"),
  viewInviteLinks: allows(level, "manage"),
  edit: allows(level, "edit"),
  triggerGitSync: false,
  comment: allows(level, "comment"),
  merge: allows(level, "review"),
  review: allows(level, "review")
}))

/** The permissions on a deleted space of a caller with this level, other than restoring it: seeing that it exists. */
export const deletedSpacePermissions = table((level): typeof SpacePermissions.Type => {
  const view = allows(level, "manage")
  return {
    view,
    access: view,
    admin: false,
    viewInviteLinks: false,
    edit: false,
    triggerGitSync: false,
    comment: false,
    merge: false,
    review: false
  }
})

/** The permissions on a collection of a caller with this level. */
export const collectionPermissions = table((level): typeof CollectionPermissions.Type => ({
  view: allows(level, "view"),
  admin: allows(level, "manage"),
  viewInviteLinks: allows(level, "manage"),
  create: allows(level, "manage")
}))

/** The permissions in an organization of a member with this role; guests are members too. */
export const organizationPermissions = table((role): typeof OrganizationPermissions.Type => ({
  view: true,
  admin: atLeast(role, "admin"),
  ownTeam: false,
  createContent: allows(role, "manage"),
  createOpenAPISpec: allows(role, "manage"),
  ingestConversations: false,
  viewBilling: atLeast(role, "admin"),
  listMembers: role !== null,
  listTeams: role !== null,
  listIntegrations: false
}))

/** {@link organizationPermissions} of a caller with this standing, including the permissions on teams. */
export const memberPermissions = ({
  role,
  teams
}: Pick<Standing, "role" | "teams">): typeof OrganizationPermissions.Type => {
  const ownTeam = [...teams.values()].includes("owner")
  return ownTeam ? { ...organizationPermissions(role), ownTeam } : organizationPermissions(role)
}

/** The permissions in an organization of a user who is not a member. */
export const strangerPermissions: typeof OrganizationPermissions.Type = Object.freeze({
  ...organizationPermissions(null),
  view: false
})
