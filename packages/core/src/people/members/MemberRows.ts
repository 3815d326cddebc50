/** The rows of members. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { ofOrganization, person } from "../../storage/rows/Audited.js"
import { emitting } from "../../storage/rows/Emits.js"
import { auditedRow, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import type { MemberRecord } from "./Member.js"

const organization = to("organization", "organizations")
const user = to("user", "users")

/** The rows of the table `members`. */
export const members = auditedRow<MemberRecord>("member")({
  target: person("member", ({ user }) => user),
  organization: ofOrganization,
  emits: emitting(
    { created: "member_added", updated: "member_updated", deleted: "member_removed" },
    ["role", "disabled"],
    ({ organization, user }) => ({ organization, subject: { object: "member", id: user } })
  ),
  fields: {
    organization: ignored(id),
    user: ignored(id),
    role: shown(RoleOrGuest),
    disabled: shown(Schema.Boolean),
    sso: shown(Schema.Boolean),
    joinedAt: ignored(text),
    lastSeenAt: ignored(optional(text)),
    service: ignored(optional(Schema.Literal(true)))
  },
  references: (each) => [organization(each.organization), user(each.user)]
})
