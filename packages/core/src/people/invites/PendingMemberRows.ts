/** The rows of pending members. */
import * as Schema from "effect/Schema"
import { ofOrganization, person } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import type { PendingMemberRecord } from "./PendingMember.js"

const organization = to("organization", "organizations")
const user = to("user", "users")

/** The rows of the table `pending_members`. */
export const pendingMembers = auditedRow<PendingMemberRecord>("pending-member")({
  target: person("pending-member", ({ user }) => user),
  organization: ofOrganization,
  fields: {
    id: ignored(id),
    organization: ignored(id),
    user: ignored(id),
    role: shown(RoleOrGuest),
    sso: shown(Schema.Boolean),
    createdAt: ignored(text)
  },
  references: (pending) => [organization(pending.organization), user(pending.user)]
})
