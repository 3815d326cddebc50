import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { withoutPlainId } from "./InviteId.js"
import { targetOf } from "./InviteTarget.js"
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
  }),
  row: () => import("./LinkInviteRows.js").then(({ linkInvites }) => linkInvites)
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
  }),
  unaudited: "derived",
  row: () => import("./LinkInviteRows.js").then(({ linkInviteTargets }) => linkInviteTargets)
})
