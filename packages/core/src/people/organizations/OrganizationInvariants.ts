/** The invariants of organizations. */
import * as Schema from "effect/Schema"
import { nameProblem } from "../../foundation/ids/Names.js"
import { optional } from "../../foundation/schema/Input.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { RoleOrGuest } from "../access/Role.js"
import { SitesTable } from "../places/SiteRepository.js"
import { Organization } from "./Organization.js"
import { CommunityType, DefaultContent, OrganizationType, SecondFactor, UseCase } from "./OrganizationInput.js"
import { EmailDomainsTable, OrganizationsTable } from "./OrganizationRepository.js"

const organization = to("organization", OrganizationsTable)

/** Invariants of the rows of organizations. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(OrganizationsTable, {
    fields: {
      id,
      title: text,
      createdAt: text,
      emailDomains: Schema.Array(text),
      createdBy: optional(id),
      verifiedDomains: optional(Schema.Array(text)),
      hostname: optional(text),
      type: OrganizationType,
      useCase: optional(UseCase),
      communityType: optional(CommunityType),
      defaultRole: optional(RoleOrGuest),
      defaultContent: optional(DefaultContent),
      logo: optional(text),
      sso: Schema.Boolean,
      secondFactor: optional(SecondFactor),
      ai: Schema.Boolean,
      inviteLinks: Schema.Boolean,
      plan: Organization.fields.plan,
      sealedKey: text
    },
    problem: ({ hostname }) => nameProblem("hostname", hostname),
    references: ({ defaultContent, emailDomains, id }) => [
      ...emailDomains.map((domain) => to("e-mail domain", EmailDomainsTable)(domain, id)),
      defaultContent === undefined ? undefined : to("site", SitesTable)(defaultContent.site)
    ]
  }),
  invariantsOf(EmailDomainsTable, {
    fields: { domain: text, organization: id },
    references: (domain) => [organization(domain.organization)]
  })
]
