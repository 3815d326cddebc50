import * as Schema from "effect/Schema"
import { ListQuery } from "../lists/List.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text, Url } from "../schema/Text.js"
import { SpaceId } from "../spaces/Space.js"
import type { SpaceShape } from "../spaces/SpaceRepository.js"
import type { UserId } from "../users/User.js"
import { SiteSectionId, SiteSpaceId } from "./site-structure/Structure.js"

/** A site's id. */
export const SiteId = Schema.String.pipe(Schema.brand("SiteId"))
/** @see {@link SiteId} */
export type SiteId = typeof SiteId.Type

/** The kind of a site. */
export const SiteType = Schema.Literal("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium")
/** @see {@link SiteType} */
export type SiteType = typeof SiteType.Type

/** Who can see a published site; from the most open to the least. */
export const SiteVisibility = Schema.Literal("public", "unlisted", "share-link", "visitor-auth")
/** @see {@link SiteVisibility} */
export type SiteVisibility = typeof SiteVisibility.Type

const AgentsContext = Schema.Literal("excluded", "included")
const AdaptiveContent = Schema.Struct({ enabled: Schema.Boolean })
const Title = text(2, 128)
const Basename = text(1, 100).pipe(
  Schema.filter(
    (name) => (/^[^\s\p{Cc}/?#%\\]+$/u.test(name) && name !== "." && name !== "..") || "expected one segment of a path"
  )
)
const Proxy = text(1, 512).pipe(
  Schema.pattern(/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, {
    message: () => "expected a host with a path, such as example.com/docs"
  })
)

/** A documentation site made of spaces, as answered; `siteSpaces` counts those that the caller may read. */
export const Site = Schema.Struct({
  object: Schema.Literal("site"),
  id: SiteId,
  type: SiteType,
  title: Text,
  hostname: optional(Text),
  basename: optional(Text),
  proxy: optional(Schema.Struct({ origin: Schema.String, target: Schema.String })),
  visibility: SiteVisibility,
  published: Schema.Boolean,
  siteSpaces: Schema.Number,
  createdAt: Timestamp,
  adaptiveContent: AdaptiveContent,
  agentsContext: AgentsContext,
  features: Schema.Array(
    Schema.Struct({ id: Schema.Literal("sites-adaptive-content"), plan: SiteType, frozen: Schema.Boolean })
  ),
  urls: Schema.Struct({ location: Schema.String, app: Schema.String, published: optional(Schema.String) })
}).annotations({ identifier: "Site" })
/** @see {@link Site} */
export type Site = typeof Site.Type

/** What a site is made from; titled as the organization when left out, without spaces unless told. */
export const CreateSite = Schema.Struct({
  type: optional(SiteType),
  title: optional(Title),
  visibility: optional(SiteVisibility),
  spaces: optional(Schema.Union(Schema.Array(SpaceId), Schema.Literal("empty", "sample")))
}).annotations({ identifier: "CreateSite" })
/** @see {@link CreateSite} */
export type CreateSite = typeof CreateSite.Type

/** A partial update of a site. */
export const UpdateSite = Schema.Struct({
  title: optional(Title),
  visibility: optional(SiteVisibility),
  basename: optional(Basename),
  adaptiveContent: optional(AdaptiveContent),
  agentsContext: optional(AgentsContext),
  defaultSiteSpace: optional(SiteSpaceId),
  defaultSiteSection: optional(SiteSectionId),
  proxy: optional(Schema.NullOr(Proxy))
}).annotations({ identifier: "UpdateSite" })
/** @see {@link UpdateSite} */
export type UpdateSite = typeof UpdateSite.Type

/** The queries of a list of sites: those with a space, those with a text in their title, published or not. */
export const SitesQuery = Schema.Struct({
  ...ListQuery.fields,
  space: optional(SpaceId),
  title: optional(Schema.String),
  published: optional(Schema.Boolean)
})
/** @see {@link SitesQuery} */
export type SitesQuery = typeof SitesQuery.Type

const VisitorAuthBackend = Schema.Literal("custom", "integration")

/** How visitors of a site authenticate, with the key that their tokens are signed with. */
export const PublishingAuth = Schema.Struct({
  object: Schema.Literal("publishing-auth"),
  backend: VisitorAuthBackend,
  privateKey: Schema.String,
  fallbackURL: optional(Schema.String)
}).annotations({ identifier: "PublishingAuth" })
/** @see {@link PublishingAuth} */
export type PublishingAuth = typeof PublishingAuth.Type

/** A partial update; `fallbackURL` is where visitors go who did not prove who they are. */
export const UpdatePublishingAuth = Schema.Struct({
  backend: optional(VisitorAuthBackend),
  fallbackURL: optional(Schema.NullOr(Url))
}).annotations({ identifier: "UpdatePublishingAuth" })
/** @see {@link UpdatePublishingAuth} */
export type UpdatePublishingAuth = typeof UpdatePublishingAuth.Type

/**
 * A site as stored; `siteSpaces` counts all of them. `signingKey` is what visitors' tokens are signed with, and is never
 * part of the site's answer.
 */
export interface SiteRecord {
  readonly id: SiteId
  readonly organization: OrganizationId
  readonly type: SiteType
  readonly title: string
  readonly visibility: SiteVisibility
  readonly published: boolean
  readonly hostname?: string
  readonly basename?: string
  readonly proxy?: string
  readonly adaptiveContent: boolean
  readonly agentsContext: typeof AgentsContext.Type
  readonly siteSpaces: number
  readonly createdAt: string
  readonly createdBy?: UserId
  readonly signingKey: string
  readonly authBackend: typeof VisitorAuthBackend.Type
  readonly fallbackURL?: string
  /** Whether it is what was left when it was deleted: there for those who see something on it. */
  readonly remnant?: true
}

/** A site as decisions about access and addresses need it. */
export interface SiteShape extends SiteRecord {
  /** The spaces that are on it, each once. */
  readonly spaces: ReadonlyArray<SpaceId>
  /** Where each of those is: the path below the site's address of each of its site spaces, in order; empty at the root. */
  readonly paths: ReadonlyMap<SpaceId, ReadonlyArray<string>>
  /** What decides who sees the spaces on a remnant; absent for other sites. */
  readonly left?: ReadonlyArray<SpaceShape>
}
