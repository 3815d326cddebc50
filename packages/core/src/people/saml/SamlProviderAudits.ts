/** Audit rules of SAML providers. */
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { SamlProviderRecord } from "./SamlProvider.js"

/** The audit rules of SAML providers. */
export const audits: ReadonlyArray<Auditing> = [
  audited<SamlProviderRecord>("saml_providers", {
    kind: "saml-provider",
    target: itself("saml-provider", ({ id, label }) => ({ id, title: label })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      label: "shown",
      entityID: "shown",
      certificate: (certificate) => certificate && `SHA-256 ${secretHash(certificate)}`,
      ssoURL: "shown",
      sloURL: "shown",
      idpInitiated: "shown",
      defaultTeam: "shown",
      defaultRole: "shown",
      createdAt: "ignored"
    }
  })
]
