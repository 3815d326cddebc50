/** Audit rules of identities. */
import { type Auditing, audited, ofOrganization, person } from "../../storage/rows/Audited.js"
import type { IdentityRecord } from "./Identity.js"

/** The audit rules of identities. */
export const audits: ReadonlyArray<Auditing> = [
  audited<IdentityRecord>("identities", {
    kind: "identity",
    target: person("identity", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      kind: "shown",
      organization: "ignored",
      issuer: "shown",
      subject: "personal",
      user: "ignored",
      createdAt: "ignored"
    }
  })
]
