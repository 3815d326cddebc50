import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { recordTable } from "../../storage/rows/Table.js"
import { withoutPlainId } from "./InviteId.js"
import type { LinkInvitePointer, LinkInviteRecord } from "./LinkInvite.js"

/** The link invites of organizations. */
export const LinkInvitesTable = recordTable({
  name: "link_invites",
  columns: { organization: "text", id: "text", sealedBy: "text" },
  key: ["organization", "id"],
  indexes: { sealedBy: { on: ["sealedBy"] } },
  upgrades: [withoutPlainId],
  lockedBy: "organization organization",
  columnsOf: ({ organization, id, sealedSecret }: LinkInviteRecord) => ({
    organization,
    id,
    sealedBy: keyIdOf(sealedSecret)
  })
})

/** The link invites to spaces and collections, by the id of their target. */
export const LinkInviteTargetsTable = recordTable({
  name: "link_invite_targets",
  columns: { target: "text", id: "text", organization: "text" },
  key: ["target", "id"],
  indexes: { organization: { on: ["organization"] } },
  lockedBy: "organization organization",
  columnsOf: (pointer: LinkInvitePointer) => ({
    target: targetOf(pointer),
    id: pointer.id,
    organization: pointer.organization
  })
})

/** The space or collection that a pointer leads to; empty if a damaged one leads nowhere. */
export const targetOf = ({ collection, space }: { readonly space?: string; readonly collection?: string }): string =>
  space ?? collection ?? ""
