/** The rows of SAML providers. */
import * as Schema from "effect/Schema"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { auditedRow, id, ignored, shown, shownAs, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import type { SamlProviderRecord } from "./SamlProvider.js"

const organization = to("organization", "organizations")

/** The rows of the table `saml_providers`. */
export const samlProviders = auditedRow<SamlProviderRecord>("saml-provider")({
  target: itself("saml-provider", ({ id, label }) => ({ id, title: label })),
  organization: ofOrganization,
  fields: {
    id: ignored(id),
    organization: ignored(id),
    label: shown(text),
    entityID: shown(optional(text)),
    certificate: shownAs(optional(text), (certificate) => certificate && `SHA-256 ${secretHash(certificate)}`),
    ssoURL: shown(optional(text)),
    sloURL: shown(optional(text)),
    idpInitiated: shown(optional(Schema.Literal(true))),
    defaultTeam: shown(optional(id)),
    defaultRole: shown(RoleOrGuest),
    createdAt: ignored(text)
  },
  references: (provider) => [organization(provider.organization)]
})
