/** Audit rules of users of SCIM. */
import { type Auditing, audited, ofOrganization, person } from "../../storage/rows/Audited.js"
import type { ScimUserRecord } from "./ScimResource.js"

/** The audit rules of users of SCIM. */
export const audits: ReadonlyArray<Auditing> = [
  audited<ScimUserRecord>("scim_users", {
    kind: "scim-user",
    target: person("scim-user", ({ user }) => user),
    organization: ofOrganization,
    fields: {
      organization: "ignored",
      user: "ignored",
      userName: "personal",
      externalId: "personal",
      name: "personal",
      displayName: "personal",
      title: "personal",
      emails: "personal",
      updatedAt: "ignored"
    }
  })
]
