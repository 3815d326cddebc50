import { table } from "../../storage/rows/Table.js"
import { withoutPlainId } from "./InviteId.js"

/** The link invites of organizations. */
export const LinkInvitesTable = table({
  name: "link_invites",
  columns: { organization: "text", id: "text", sealedBy: "text" },
  key: ["organization", "id"],
  indexes: { sealedBy: { on: ["sealedBy"] } },
  upgrades: [withoutPlainId],
  lockedBy: "organization organization"
})

/** The link invites to spaces and collections, by the id of their target. */
export const LinkInviteTargetsTable = table({
  name: "link_invite_targets",
  columns: { target: "text", id: "text", organization: "text" },
  key: ["target", "id"],
  indexes: { organization: { on: ["organization"] } },
  lockedBy: "organization organization"
})
