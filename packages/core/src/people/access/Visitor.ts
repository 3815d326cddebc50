/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { Claims } from "../../text/conditions/Claims.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { SiteId } from "../places/Site.js"
import type { SpaceId } from "../places/Space.js"

/**
 * The credentials of a visitor of published sites: the key of a share link, a token signed with a site's key, and
 * claims. `unsigned` has claims as strings, as they appear in a URL, by dotted path; they are added to the `unsigned`
 * ones of `claims`. The embedding program vouches for `claims`: a visitor with any is known to sites that require a
 * token.
 */
export const Visitor = Schema.Struct({
  shareKey: optional(Text),
  token: optional(Schema.String),
  claims: optional(Claims),
  unsigned: optional(Schema.Record({ key: Schema.String, value: Schema.Union(Text, Schema.Array(Text)) }))
})
export type Visitor = typeof Visitor.Type

/** The destination of a visit: a site, or a space that published sites show. */
export type VisitedPlace =
  | { readonly organization: OrganizationId; readonly site: SiteId }
  | { readonly space: SpaceId }
