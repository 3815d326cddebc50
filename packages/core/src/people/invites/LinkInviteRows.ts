/** The rows of link invites. */
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, rowOf, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import { targetOf } from "./InviteTarget.js"
import type { LinkInvitePointer, LinkInviteRecord } from "./LinkInvite.js"

const organization = to("organization", "organizations")
const target = to("target", "link_invite_targets")

/** The rows of the table `link_invites`. */
export const linkInvites = auditedRow<LinkInviteRecord>("invite")({
  target: itself("invite", ({ id }) => ({ id })),
  organization: ofOrganization,
  fields: {
    id: ignored(id),
    hash: ignored(text),
    sealedSecret: secret(text),
    organization: ignored(id),
    createdAt: ignored(text),
    role: shown(optional(RoleOrGuest)),
    level: shown(optional(RoleOrGuest)),
    space: shown(optional(id)),
    collection: shown(optional(id))
  },
  references: (invite) => [
    organization(invite.organization),
    "space" in invite || "collection" in invite ? target(targetOf(invite), invite.id) : undefined
  ]
})

/** The rows of the table `link_invite_targets`. */
export const linkInviteTargets = rowOf<LinkInvitePointer>()({
  fields: { id, organization: id, space: optional(id), collection: optional(id) },
  references: (each) => [to("link invite", "link_invites")(each.organization, each.id)]
})
