/** The invariants of link invites. */
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { LinkInvitesTable, LinkInviteTargetsTable } from "./LinkInviteTables.js"

const organization = to("organization", OrganizationsTable)
/** The space or collection that a link invite leads to; {@link targetOf} tells which. */
const pointer = { space: optional(id), collection: optional(id) }
const targetOf = ({ collection, space }: { readonly space?: string; readonly collection?: string }): string =>
  space ?? collection ?? ""

/** Invariants of the rows of link invites. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    LinkInvitesTable,
    Schema.Struct({
      id,
      hash: text,
      sealedSecret: text,
      organization: id,
      createdAt: text,
      role: optional(RoleOrGuest),
      level: optional(RoleOrGuest),
      ...pointer
    }),
    {
      columns: { sealedBy: ({ sealedSecret }) => keyIdOf(sealedSecret) },
      references: (invite) => [
        organization(invite.organization),
        targetOf(invite) === "" ? undefined : to("target", LinkInviteTargetsTable)(targetOf(invite), invite.id)
      ]
    }
  ),
  invariantsOf(LinkInviteTargetsTable, Schema.Struct({ id, organization: id, ...pointer }), {
    columns: { target: targetOf },
    references: (each) => [to("link invite", LinkInvitesTable)(each.organization, each.id)]
  })
]
