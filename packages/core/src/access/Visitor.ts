import * as Schema from "effect/Schema"
import { Claims } from "../conditions/Claims.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Text } from "../schema/Text.js"
import type { SiteId } from "../sites/Site.js"
import type { SpaceId } from "../spaces/Space.js"

/**
 * What somebody brings along who visits published sites: the key of a share link, a token that a site's key signed, and
 * claims. `unsigned` has claims as texts, as they stand in an address, by dotted path; they come on top of the `unsigned`
 * ones of `claims`. The embedding program vouches for `claims`: who has any is known to sites that ask for a token.
 * @since 0.1.0
 */
export const Visitor = Schema.Struct({
  shareKey: optional(Text),
  token: optional(Schema.String),
  claims: optional(Claims),
  unsigned: optional(Schema.Record({ key: Schema.String, value: Schema.Union(Text, Schema.Array(Text)) }))
})
/**
 * @see {@link Visitor}
 * @since 0.1.0
 */
export type Visitor = typeof Visitor.Type

/**
 * Where a visitor goes: to a site, or to a space that published sites show.
 * @since 0.1.0
 */
export type VisitedPlace =
  | { readonly organization: OrganizationId; readonly site: SiteId }
  | { readonly space: SpaceId }
