/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described, identified, location, named, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { Collection, CollectionId } from "../places/Collection.js"
import { Space, SpaceId } from "../places/Space.js"
import { Email, UserId } from "../users/User.js"
import type { LinkInviteName } from "./InviteId.js"

/** The id of a link invite, the only thing needed to join with it. */
export const LinkInviteId = Schema.String.pipe(Schema.brand("LinkInviteId"))
export type LinkInviteId = typeof LinkInviteId.Type

const answered = {
  object: Schema.Literal("invite"),
  id: identified(LinkInviteId),
  redundant: described(Schema.Boolean, "Whether the caller already has at least the access that the invite gives."),
  urls: urls({ location })
}

/** A link invite that grants a role in an organization. */
export const LinkInviteToOrganization = Schema.Struct({
  ...answered,
  role: described(RoleOrGuest, "The role that whoever joins gets; `null` makes guests.")
}).annotations({
  identifier: "LinkInviteToOrganization",
  description: "An invite link that makes members of an organization."
})

/** A link invite that grants a level on a space. */
export const LinkInviteToSpace = Schema.Struct({
  ...answered,
  level: described(RoleOrGuest, "The level on the space that whoever joins gets; `null` gives none."),
  space: described(Space, "The space, as the caller sees it.")
}).annotations({
  identifier: "LinkInviteToSpace",
  description: "An invite link that gives access to a space."
})

/** A link invite that grants a level on a collection. */
export const LinkInviteToCollection = Schema.Struct({
  ...answered,
  level: described(RoleOrGuest, "The level on the collection that whoever joins gets; `null` gives none."),
  collection: described(Collection, "The collection, as the caller sees it.")
}).annotations({
  identifier: "LinkInviteToCollection",
  description: "An invite link that gives access to a collection."
})

/** An invite for everybody who has its id, as answered; `redundant` if the caller already has the access it grants. */
export const LinkInvite = Schema.Union(LinkInviteToOrganization, LinkInviteToSpace, LinkInviteToCollection).annotations(
  {
    identifier: "LinkInvite",
    description: "An invite for everybody who has its id: to an organization, a space or a collection."
  }
)
export type LinkInvite = typeof LinkInvite.Type

/** Input for creating a link invite: the level it grants, and the place it leads to. */
export const LinkInviteInput = Schema.Union(
  Schema.Struct({ role: described(RoleOrGuest, "The role that whoever joins gets; `null` makes guests.") }).annotations(
    { identifier: "CreateInviteToOrganization", description: "An invite to the organization, for whoever has its id." }
  ),
  Schema.Struct({
    level: described(RoleOrGuest, "The level on the space that whoever joins gets; `null` gives none."),
    space: described(SpaceId, "The id of the space.")
  }).annotations({ identifier: "CreateInviteToSpace", description: "An invite to a space, for whoever has its id." }),
  Schema.Struct({
    level: described(RoleOrGuest, "The level on the collection that whoever joins gets; `null` gives none."),
    collection: described(CollectionId, "The id of the collection.")
  }).annotations({
    identifier: "CreateInviteToCollection",
    description: "An invite to a collection, for whoever has its id."
  })
).annotations({ identifier: "LinkInviteInput", description: "What an invite link gives, and where." })
export type LinkInviteInput = typeof LinkInviteInput.Type

/** A change of a link invite: `role` for an organization, `level` for a space or a collection. */
export const UpdateLinkInvite = Schema.Union(
  Schema.Struct({ role: described(RoleOrGuest, "The role that whoever joins gets; `null` makes guests.") }).annotations(
    { identifier: "UpdateInviteRole", description: "A new role, for an invite to the organization." }
  ),
  Schema.Struct({ level: described(RoleOrGuest, "The level that whoever joins gets; `null` gives none.") }).annotations(
    { identifier: "UpdateInviteLevel", description: "A new level, for an invite to a space or a collection." }
  )
).annotations({ identifier: "UpdateLinkInvite", description: "What an invite link gives from now on." })
export type UpdateLinkInvite = typeof UpdateLinkInvite.Type

const Invited = Schema.Union(
  Email,
  Schema.Struct({
    email: described(Email, "The e-mail address, in any case."),
    role: described(RoleOrGuest, "The role of this person, in place of the one for all.")
  }).annotations(named("InvitedWithRole", "Somebody to invite with a role of their own."))
)

/** The people to invite, each with their own role or the common one, which defaults to the organization's. */
export const InviteUsers = Schema.Struct({
  emails: described(
    Schema.Array(Invited).pipe(Schema.maxItems(1000)),
    "Their e-mail addresses, at most 1,000, each alone or with a role, and each of at most 254 characters."
  ),
  role: optional(
    RoleOrGuest,
    "The role of those without one of their own; the default role of the organization when omitted."
  ),
  sso: optional(Schema.Boolean, "Whether the new members sign in through a SAML provider; `false` when omitted.")
}).annotations({ identifier: "InviteUsers", description: "People to invite." })
export type InviteUsers = typeof InviteUsers.Type

/** The number of people who were invited. */
export const InvitedUsers = Schema.Struct({
  users: described(
    Schema.Array(UserId),
    "Always empty: those who invite do not learn whether an address has an account."
  ),
  invited: described(
    Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
    "How many of the addresses were invited: all but those of members."
  )
}).annotations({ identifier: "InvitedUsers", description: "How many people were invited." })
export type InvitedUsers = typeof InvitedUsers.Type

interface Kept {
  readonly id: LinkInviteName
  /** The keyed hash of the secret that the id of the invite ends with. */
  readonly hash: string
  readonly sealedSecret: string
  readonly organization: OrganizationId
  readonly createdAt: string
}

/** A link invite as stored. */
export type LinkInviteRecord = Kept & LinkInviteInput

/** A space or a collection that a link invite leads to. */
export type LinkInviteTarget = { readonly space: SpaceId } | { readonly collection: CollectionId }

/** The link invite of a space or a collection, as stored. */
export type LinkInvitePointer = Pick<Kept, "id" | "organization"> & LinkInviteTarget
