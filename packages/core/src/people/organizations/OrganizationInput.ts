/**
 * The input of organizations, separate from their answers, which an engine in a browser need not load.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"

/** The kinds of organizations. */
export const OrganizationType = Schema.Literal("business", "community")
/** The use of documentation in an organization. */
export const UseCase = Schema.Literal(
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
/** The kinds of communities. */
export const CommunityType = Schema.Literal("nonProfit", "openSource", "education")
/** Whether members need a second factor. */
export const SecondFactor = Schema.Literal("optional", "required")
/** The name of an organization. */
export const Title = text(2, 255)
/** The name for public content. */
export const Hostname = text(3, 32).pipe(
  Schema.pattern(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
    message: () => "expected lower-case letters, digits and dashes"
  })
)
/** The domain of e-mail addresses, in lower case. */
export const Domain = Schema.compose(
  Schema.Lowercase,
  text(3, 253).pipe(
    Schema.pattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
      message: () => "expected a domain name"
    })
  )
).annotations({ jsonSchema: { type: "string", format: "hostname" } })
/** The content that opens first in an organization. */
export const DefaultContent = Schema.Struct({
  type: described(Schema.Literal("site"), "Always `site`: only a site can open first."),
  site: described(Text, "The id of the site.")
})

/** Input for creating an organization. */
export const CreateOrganization = Schema.Struct({
  title: described(Title, "The name of the organization, 2 to 255 characters."),
  emailDomains: optional(
    Schema.Array(Domain).pipe(Schema.maxItems(100)),
    "Domains whose users may join without an invite once they are verified, at most 100. None when omitted."
  ),
  hostname: optional(
    Hostname,
    "A name for public content: lower-case letters, digits and dashes. No other organization may have it."
  ),
  type: optional(OrganizationType, "The kind of organization; `business` when omitted."),
  useCase: optional(UseCase, "What the documentation is for. Only stored."),
  communityType: optional(CommunityType, "The kind of community, where `type` is `community`. Only stored.")
}).annotations({
  identifier: "CreateOrganization",
  description: "A new organization. The caller becomes its first administrator."
})
export type CreateOrganization = typeof CreateOrganization.Type
