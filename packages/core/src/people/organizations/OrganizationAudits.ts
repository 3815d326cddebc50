/** Audit rules of organizations. */
import * as Effect from "effect/Effect"
import { type Auditing, audited, itself } from "../../storage/rows/Audited.js"
import type { OrganizationRecord } from "./Organization.js"

/** The audit rules of organizations. */
export const audits: ReadonlyArray<Auditing> = [
  audited<OrganizationRecord>("organizations", {
    kind: "organization",
    target: itself("organization", ({ id, title }) => ({ id, title })),
    organization: ({ id }, _, isNew) => Effect.succeed(isNew ? "" : id),
    fields: {
      id: "ignored",
      title: "shown",
      createdAt: "ignored",
      createdBy: "shown",
      emailDomains: "shown",
      verifiedDomains: "shown",
      hostname: "shown",
      type: "shown",
      useCase: "shown",
      communityType: "shown",
      defaultRole: "shown",
      defaultContent: "shown",
      logo: "shown",
      sso: "shown",
      secondFactor: "shown",
      ai: "shown",
      inviteLinks: "shown",
      plan: "shown",
      sealedKey: "secret"
    }
  }),
  { table: "email_domains", none: "derived" }
]
