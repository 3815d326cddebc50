import * as Schema from "effect/Schema"
import { RoleOrGuest } from "../access/Role.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text, Url } from "../schema/Text.js"

/** An organization's id. */
export const OrganizationId = Schema.String.pipe(Schema.brand("OrganizationId"))
/** @see {@link OrganizationId} */
export type OrganizationId = typeof OrganizationId.Type

const OrganizationType = Schema.Literal("business", "community")
const UseCase = Schema.Literal(
  "internalDocs",
  "docsSite",
  "audienceControlledSite",
  "productDocs",
  "teamKnowledgeBase",
  "designSystem",
  "openSourceDocs",
  "notes",
  "other"
)
const CommunityType = Schema.Literal("nonProfit", "openSource", "education")
const Plan = Schema.Literal(
  "free_2024",
  "plus_2024",
  "pro_2024",
  "enterprise_2024",
  "community_2024",
  "free",
  "plus",
  "pro"
)
const Title = text(2, 255)
const Hostname = text(3, 32).pipe(
  Schema.pattern(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
    message: () => "expected lower-case letters, digits and dashes"
  })
)
const Domain = Schema.compose(
  Schema.Lowercase,
  text(3, 253).pipe(
    Schema.pattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
      message: () => "expected a domain name"
    })
  )
).annotations({ jsonSchema: { type: "string", format: "hostname" } })
const DefaultContent = Schema.Struct({ type: Schema.Literal("site"), site: Text })

/** What the caller may do in an organization. */
export const OrganizationPermissions = Schema.Struct({
  view: Schema.Boolean,
  admin: Schema.Boolean,
  ownTeam: Schema.Boolean,
  createContent: Schema.Boolean,
  createOpenAPISpec: Schema.Boolean,
  ingestConversations: Schema.Boolean,
  viewBilling: Schema.Boolean,
  listMembers: Schema.Boolean,
  listTeams: Schema.Boolean,
  listIntegrations: Schema.Boolean
})

/** An organization as answered. */
export const Organization = Schema.Struct({
  object: Schema.Literal("organization"),
  id: OrganizationId,
  title: Text,
  createdAt: Timestamp,
  emailDomains: Schema.Array(Text),
  hostname: optional(Text),
  type: OrganizationType,
  useCase: optional(UseCase),
  communityType: optional(CommunityType),
  defaultRole: optional(RoleOrGuest),
  defaultContent: optional(DefaultContent),
  sso: optional(Schema.Boolean),
  ai: optional(Schema.Boolean),
  inviteLinks: Schema.Boolean,
  plan: Plan,
  urls: Schema.Struct({ location: Schema.String, app: Schema.String, logo: optional(Schema.String) }),
  trial: Schema.Struct({ status: Schema.Literal("notapplicable", "none", "active", "ended", "expired") }),
  internal_isOnNewTrial: optional(Schema.Literal(true)),
  permissions: OrganizationPermissions
}).annotations({ identifier: "Organization" })
/** @see {@link Organization} */
export type Organization = typeof Organization.Type

/** What an organization is made from. */
export const CreateOrganization = Schema.Struct({
  title: Title,
  emailDomains: optional(Schema.Array(Domain).pipe(Schema.maxItems(100))),
  hostname: optional(Hostname),
  type: optional(OrganizationType),
  useCase: optional(UseCase),
  communityType: optional(CommunityType)
}).annotations({ identifier: "CreateOrganization" })
/** @see {@link CreateOrganization} */
export type CreateOrganization = typeof CreateOrganization.Type

/** A partial update; `null` removes. */
export const UpdateOrganization = Schema.Struct({
  title: optional(Title),
  emailDomains: optional(Schema.Array(Domain).pipe(Schema.maxItems(100))),
  hostname: optional(Hostname),
  defaultRole: optional(RoleOrGuest),
  defaultContent: optional(Schema.NullOr(DefaultContent)),
  logo: optional(Schema.NullOr(Url)),
  sso: optional(Schema.Boolean),
  ai: optional(Schema.Boolean),
  inviteLinks: optional(Schema.Boolean)
}).annotations({ identifier: "UpdateOrganization" })
/** @see {@link UpdateOrganization} */
export type UpdateOrganization = typeof UpdateOrganization.Type

/** An organization as stored; `key` signs the visitor claims of its members and is never answered. */
export interface OrganizationRecord {
  readonly id: OrganizationId
  readonly title: string
  readonly createdAt: string
  readonly emailDomains: ReadonlyArray<string>
  readonly hostname?: string
  readonly type: typeof OrganizationType.Type
  readonly useCase?: typeof UseCase.Type
  readonly communityType?: typeof CommunityType.Type
  readonly defaultRole?: RoleOrGuest
  readonly defaultContent?: typeof DefaultContent.Type
  readonly logo?: string
  readonly sso: boolean
  readonly ai: boolean
  readonly inviteLinks: boolean
  readonly plan: typeof Plan.Type
  readonly key: string
}
