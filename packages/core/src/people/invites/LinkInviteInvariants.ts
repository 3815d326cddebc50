/** The invariants of link invites. */
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { LinkInvitesTable, LinkInviteTargetsTable, targetOf } from "./LinkInviteTables.js"

const organization = to("organization", OrganizationsTable)
const target = to("target", LinkInviteTargetsTable)
/** The space or collection that a link invite leads to. */
const pointer = { space: optional(id), collection: optional(id) }

/** Invariants of the rows of link invites. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(LinkInvitesTable, {
    fields: {
      id,
      hash: text,
      sealedSecret: text,
      organization: id,
      createdAt: text,
      role: optional(RoleOrGuest),
      level: optional(RoleOrGuest),
      ...pointer
    },
    references: (invite) => [
      organization(invite.organization),
      "space" in invite || "collection" in invite ? target(targetOf(invite), invite.id) : undefined
    ]
  }),
  invariantsOf(LinkInviteTargetsTable, {
    fields: { id, organization: id, ...pointer },
    references: (each) => [to("link invite", LinkInvitesTable)(each.organization, each.id)]
  })
]
