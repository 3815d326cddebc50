/** The invariants of organizations. */
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { nameProblem } from "../../foundation/ids/Names.js"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { EmailDomainsTable, OrganizationsTable } from "./OrganizationRepository.js"

const organization = to("organization", OrganizationsTable)

/** Invariants of the rows of organizations. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    OrganizationsTable,
    Schema.Struct({
      id,
      title: text,
      createdAt: text,
      emailDomains: Schema.Array(text),
      createdBy: optional(id),
      verifiedDomains: optional(Schema.Array(text)),
      hostname: optional(text),
      type: text,
      defaultRole: optional(RoleOrGuest),
      defaultContent: optional(Schema.Struct({ site: id })),
      logo: optional(text),
      sso: Schema.Boolean,
      secondFactor: optional(Schema.Literal("optional", "required")),
      ai: Schema.Boolean,
      inviteLinks: Schema.Boolean,
      plan: text,
      sealedKey: text
    }),
    {
      columns: { sealedBy: ({ sealedKey }) => keyIdOf(sealedKey) },
      problem: ({ hostname }) => nameProblem("hostname", hostname),
      references: ({ emailDomains, id }) =>
        emailDomains.map((domain) => to("e-mail domain", EmailDomainsTable)(domain, id))
    }
  ),
  invariantsOf(EmailDomainsTable, Schema.Struct({ domain: text, organization: id }), {
    references: (domain) => [organization(domain.organization)]
  })
]
