/** The invariants of SAML providers. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { SamlProvidersTable } from "./SamlProvidersTable.js"

const organization = to("organization", OrganizationsTable)

/** Invariants of the rows of SAML providers. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(SamlProvidersTable, {
    fields: {
      id,
      organization: id,
      label: text,
      entityID: optional(text),
      certificate: optional(text),
      ssoURL: optional(text),
      sloURL: optional(text),
      idpInitiated: optional(Schema.Literal(true)),
      defaultTeam: optional(id),
      defaultRole: RoleOrGuest,
      createdAt: text
    },
    references: (provider) => [organization(provider.organization)]
  })
]
