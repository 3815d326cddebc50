/** The rows of organizations. */

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nameProblem } from "../../foundation/ids/Names.js"
import { optional } from "../../foundation/schema/Input.js"
import { itself } from "../../storage/rows/Audited.js"
import { emitting } from "../../storage/rows/Emits.js"
import { auditedRow, id, ignored, rowOf, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationMergeRules } from "../merge-rules/MergeRule.js"
import { Organization, type OrganizationId, type OrganizationRecord } from "./Organization.js"
import { CommunityType, DefaultContent, OrganizationType, SecondFactor, UseCase } from "./OrganizationInput.js"

const organization = to("organization", "organizations")

/** The rows of the table `organizations`. */
export const organizations = auditedRow<OrganizationRecord>("organization")({
  target: itself("organization", ({ id, title }) => ({ id, title })),
  organization: ({ id }, _, isNew) => Effect.succeed(isNew ? "" : id),
  emits: emitting(
    { created: "organization_created", updated: "organization_updated" },
    [
      "title",
      "hostname",
      "type",
      "useCase",
      "communityType",
      "defaultRole",
      "defaultContent",
      "logo",
      "sso",
      "secondFactor",
      "ai",
      "inviteLinks",
      "mergeRules",
      "plan",
      "emailDomains"
    ],
    ({ id }) => ({ organization: id, subject: { object: "organization", id } })
  ),
  fields: {
    id: ignored(id),
    title: shown(text),
    createdAt: ignored(text),
    emailDomains: shown(Schema.Array(text)),
    createdBy: shown(optional(id)),
    verifiedDomains: shown(optional(Schema.Array(text))),
    hostname: shown(optional(text)),
    type: shown(OrganizationType),
    useCase: shown(optional(UseCase)),
    communityType: shown(optional(CommunityType)),
    defaultRole: shown(optional(RoleOrGuest)),
    defaultContent: shown(optional(DefaultContent)),
    logo: shown(optional(text)),
    sso: shown(Schema.Boolean),
    secondFactor: shown(optional(SecondFactor)),
    ai: shown(Schema.Boolean),
    inviteLinks: shown(Schema.Boolean),
    mergeRules: shown(optional(OrganizationMergeRules)),
    plan: shown(Organization.fields.plan),
    sealedKey: secret(text)
  },
  problem: ({ hostname }) => nameProblem("hostname", hostname),
  references: ({ defaultContent, emailDomains, id }) => [
    ...emailDomains.map((domain) => to("e-mail domain", "email_domains")(domain, id)),
    defaultContent === undefined ? undefined : to("site", "sites")(defaultContent.site)
  ]
})

/** The rows of the table `email_domains`. */
export const emailDomains = rowOf<EmailDomainRecord>()({
  fields: { domain: text, organization: id },
  references: (domain) => [organization(domain.organization)]
})

export interface EmailDomainRecord {
  readonly domain: string
  readonly organization: OrganizationId
}
