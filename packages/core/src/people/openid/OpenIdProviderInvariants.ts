/** The invariants of OpenID providers. */
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationsTable } from "../organizations/OrganizationRepository.js"
import { OpenIdProvidersTable } from "./OpenIdProvidersTable.js"

/** Invariants of the rows of OpenID providers. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(OpenIdProvidersTable, {
    fields: {
      id,
      organization: id,
      label: text,
      issuer: text,
      clientId: text,
      sealed: optional(text),
      sealedBy: optional(text),
      defaultTeam: optional(id),
      defaultRole: RoleOrGuest,
      createdAt: text
    },
    problem: ({ sealed, sealedBy }) =>
      (sealed === undefined ? undefined : keyIdOf(sealed)) === sealedBy
        ? undefined
        : "it names another key than it has",
    references: (provider) => [to("organization", OrganizationsTable)(provider.organization)]
  })
]
