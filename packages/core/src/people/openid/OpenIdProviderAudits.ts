/** Audit rules of OpenID providers. */
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import type { OpenIdProviderRecord } from "./OpenIdProvider.js"

/** The audit rules of OpenID providers. */
export const audits: ReadonlyArray<Auditing> = [
  audited<OpenIdProviderRecord>("openid_providers", {
    kind: "openid-provider",
    target: itself("openid-provider", ({ id, label }) => ({ id, title: label })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      label: "shown",
      issuer: "shown",
      clientId: "shown",
      sealed: "secret",
      sealedBy: "ignored",
      defaultTeam: "shown",
      defaultRole: "shown",
      createdAt: "ignored"
    }
  })
]
