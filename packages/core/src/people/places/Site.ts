/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import {
  app,
  createdAt,
  described,
  identified,
  location,
  named,
  published,
  urls
} from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text, Url } from "../../foundation/schema/Text.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"
import { SiteId } from "./SiteId.js"
import { Basename, HostName, Proxy } from "./SiteNames.js"
import { SiteVisibility } from "./SiteVisibility.js"
import { SpaceId } from "./SpaceId.js"
import type { SpaceShape } from "./SpaceShape.js"
import { SiteSectionId, SiteSpaceId } from "./Structure.js"

export { SiteId }

/** The kind of a site. */
export const SiteType = Schema.Literal("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium")
export type SiteType = typeof SiteType.Type

export { SiteVisibility }

const AgentsContext = Schema.Literal("excluded", "included")
const AdaptiveContent = Schema.Struct({
  enabled: described(Schema.Boolean, "Whether conditions may use the claims of visitors.")
}).annotations(named("SiteAdaptiveContent", "Whether a site adapts to its visitors."))
const Title = text(2, 128)

/** A documentation site made of spaces, as answered; `siteSpaces` counts the site spaces that the caller may read. */
export const Site = Schema.Struct({
  object: Schema.Literal("site"),
  id: identified(SiteId),
  type: described(SiteType, "The plan of the site. This server limits nothing by it."),
  title: described(Text, "The name of the site, 2 to 128 characters."),
  hostname: optional(Text, "The host name that the site is published at, if it has one of its own."),
  basename: optional(Text, "The segment of the path that the site is published at, in place of its id."),
  proxy: optional(
    Schema.Struct({
      origin: described(Schema.String, "The host and path that readers use, such as `example.com/docs`."),
      target: described(Schema.String, "The address that the proxy forwards to.")
    }),
    "Where the site is published behind a proxy of another host. Absent where it is not."
  ),
  visibility: described(
    SiteVisibility,
    "Who can read the site: everybody (`public`, and `unlisted` without search engines), who has a share link, or who proves to be a visitor with a JWT."
  ),
  published: described(Schema.Boolean, "Whether the site can be read by those whom `visibility` allows."),
  siteSpaces: described(
    Schema.Number,
    "How many spaces are on the site, counting only those that the caller may read."
  ),
  createdAt,
  adaptiveContent: described(AdaptiveContent, "Whether the site adapts to its visitors."),
  agentsContext: described(AgentsContext, "Whether agents may use the site as context. Only stored."),
  features: described(
    Schema.Array(
      Schema.Struct({
        id: described(Schema.Literal("sites-adaptive-content"), "The name of the feature."),
        plan: described(SiteType, "The plan that has the feature."),
        frozen: described(Schema.Boolean, "Always `false`: no feature is suspended.")
      })
    ),
    "The features that are switched on."
  ),
  urls: urls({ location, app, published })
}).annotations({ identifier: "Site", description: "A documentation site, made of spaces and published for readers." })
export type Site = typeof Site.Type

/** Input for creating a site; by default, it has the title of the organization and no spaces. */
export const CreateSite = Schema.Struct({
  type: optional(SiteType, "The plan; `basic` when omitted."),
  title: optional(Title, "The name, 2 to 128 characters; that of the organization when omitted."),
  visibility: optional(SiteVisibility, "Who can read the site once it is published; `public` when omitted."),
  spaces: optional(
    Schema.Union(Schema.Array(SpaceId), Schema.Literal("empty", "sample")),
    "Ids of spaces to put on the site, or `empty` or `sample` for one new space without or with content. None when omitted."
  )
}).annotations({ identifier: "CreateSite", description: "A new site, which is not published yet." })
export type CreateSite = typeof CreateSite.Type

/** A partial update of a site. */
export const UpdateSite = Schema.Struct({
  title: optional(Title, "The new name, 2 to 128 characters."),
  visibility: optional(SiteVisibility, "Who can read the site once it is published."),
  basename: optional(
    Basename,
    "One segment of a path to publish the site at, 1 to 100 characters. No other site may have it."
  ),
  hostname: optional(
    Schema.NullOr(HostName),
    "A host name of its own to publish the site at, such as `docs.example.com`; `null` removes it. No other site may have it. Needs an administrator of the server, unless the server's settings offer the name to everybody."
  ),
  adaptiveContent: optional(AdaptiveContent, "Whether the site adapts to its visitors."),
  agentsContext: optional(AgentsContext, "Whether agents may use the site as context. Only stored."),
  defaultSiteSpace: optional(
    SiteSpaceId,
    "The id of the site space that opens first; with sections, in the default section."
  ),
  defaultSiteSection: optional(SiteSectionId, "The id of the section that opens first."),
  proxy: optional(
    Schema.NullOr(Proxy),
    "A host with a path, such as `example.com/docs`, that readers use; `null` removes it."
  )
}).annotations({ identifier: "UpdateSite", description: "Changes of a site. Omitted fields stay as they are." })
export type UpdateSite = typeof UpdateSite.Type

/**
 * The queries of a list of sites: by a space they contain, by a text in their title, and by whether they are published.
 */
export const SitesQuery = Schema.Struct({
  ...ListQuery.fields,
  space: optional(SpaceId),
  title: optional(Schema.String),
  published: optional(Schema.Boolean)
})
export type SitesQuery = typeof SitesQuery.Type

/** The id of an earlier signing key of a site. */
export const SigningKeyId = Schema.String.pipe(Schema.brand("SigningKeyId"))
export type SigningKeyId = typeof SigningKeyId.Type

/** The maximum time that an earlier key may stay valid, in seconds: 90 days. */
const longestOverlap = 90 * 24 * 60 * 60

/** Input for replacing a signing key. */
export const RotateSigningKey = Schema.Struct({
  overlap: optional(
    Schema.Int.pipe(
      Schema.filter(
        (seconds) =>
          (seconds >= 0 && seconds <= longestOverlap) || `expected 0 to ${longestOverlap} seconds, got ${seconds}`
      )
    ).annotations({ jsonSchema: { type: "integer", minimum: 0, maximum: longestOverlap } }),
    "For how many seconds tokens that the current key signed stay valid; 86400, a day, when omitted."
  )
}).annotations({ identifier: "RotateSigningKey", description: "How the signing key of a site is replaced." })
export type RotateSigningKey = typeof RotateSigningKey.Type

const VisitorAuthBackend = Schema.Literal("custom", "integration")

/** The authentication of a site's visitors, with the key that their tokens are signed with. */
export const PublishingAuth = Schema.Struct({
  object: Schema.Literal("publishing-auth"),
  backend: described(
    VisitorAuthBackend,
    "Who issues the tokens of visitors: your own service (`custom`) or an integration."
  ),
  privateKey: described(Schema.String, "The secret that signs the tokens of visitors (HS256). Keep it on a server."),
  oldKeys: described(
    Schema.Array(
      Schema.Struct({
        id: identified(SigningKeyId),
        expires: described(Schema.String, "When tokens that it signed stop being valid.")
      }).annotations(named("OldSigningKey", "A signing key that was replaced."))
    ),
    "The earlier keys whose tokens are still valid, newest first."
  ),
  fallbackURL: optional(Schema.String, "The address that visitors without a valid token are sent to.")
}).annotations({ identifier: "PublishingAuth", description: "How visitors of a site prove who they are." })
export type PublishingAuth = typeof PublishingAuth.Type

/** A partial update; visitors who have not authenticated are redirected to `fallbackURL`. */
export const UpdatePublishingAuth = Schema.Struct({
  backend: optional(VisitorAuthBackend, "Who issues the tokens of visitors."),
  fallbackURL: optional(
    Schema.NullOr(Url),
    "An http or https address for visitors without a valid token; `null` removes it."
  )
}).annotations({
  identifier: "UpdatePublishingAuth",
  description: "Changes of how visitors prove who they are. Omitted fields stay as they are."
})
export type UpdatePublishingAuth = typeof UpdatePublishingAuth.Type

/** A signing key that has been replaced, as stored; `expires` is in milliseconds since 1970. */
export interface OldSigningKey {
  readonly id: SigningKeyId
  readonly sealedKey: string
  readonly expires: number
}

/**
 * A site as stored; `siteSpaces` counts all of them. `sealedSigningKey` is the sealed key that visitors' tokens are
 * signed with, and is never part of the site's answer.
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
  readonly sealedSigningKey: string
  /** The preceding keys that tokens of visitors may still be signed with, newest first. */
  readonly oldKeys?: ReadonlyArray<OldSigningKey>
  readonly authBackend: typeof VisitorAuthBackend.Type
  readonly fallbackURL?: string
  /** Whether it is a remnant of a deleted site, visible to users who see something on it. */
  readonly remnant?: true
}

/** A site with the fields that decisions about access and addresses need. */
export interface SiteShape extends SiteRecord {
  /** The spaces that are on it, each once. */
  readonly spaces: ReadonlyArray<SpaceId>
  /**
   * The paths of each of these spaces: the path below the site's URL of each of its site spaces, in order; empty at the
   * root.
   */
  readonly paths: ReadonlyMap<SpaceId, ReadonlyArray<string>>
  /** The data that decides who can see the spaces on a remnant; absent for other sites. */
  readonly left?: ReadonlyArray<SpaceShape>
}
