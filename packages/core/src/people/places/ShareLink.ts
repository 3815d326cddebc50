/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import type { SiteId } from "./Site.js"

/** A share link's id. */
export const ShareLinkId = Schema.String.pipe(Schema.brand("ShareLinkId"))
export type ShareLinkId = typeof ShareLinkId.Type

/**
 * A secret URL of a site that admits everybody who knows it, as answered; the last segment of `urls.published` is its
 * key.
 */
export const ShareLink = Schema.Struct({
  object: Schema.Literal("share-link"),
  id: identified(ShareLinkId),
  createdAt,
  name: described(Text, "A name that tells share links apart, at most 50 characters."),
  active: described(Schema.Boolean, "Whether the address works."),
  uses: described(Schema.Number, "How often the address was used. Updated once a minute."),
  lastUsedAt: optional(Schema.String, "When the address was last used. Absent if it never was."),
  urls: urls({
    location,
    published: described(Schema.String, "The secret address for readers; its last segment is the share key.")
  })
}).annotations({ identifier: "ShareLink", description: "An address of a site that lets in whoever knows it." })
export type ShareLink = typeof ShareLink.Type

const Name = text(0, 50)

/** Input for creating a share link; it is active initially. */
export const CreateShareLink = Schema.Struct({
  name: described(Name, "A name that tells share links apart, at most 50 characters.")
}).annotations({ identifier: "CreateShareLink", description: "A new share link, active from the beginning." })
export type CreateShareLink = typeof CreateShareLink.Type

/** A partial update of a share link; an inactive one admits nobody. */
export const UpdateShareLink = Schema.Struct({
  active: optional(Schema.Boolean, "Whether the address works."),
  name: optional(Name, "A name that tells share links apart, at most 50 characters.")
}).annotations({
  identifier: "UpdateShareLink",
  description: "Changes of a share link. Omitted fields stay as they are."
})
export type UpdateShareLink = typeof UpdateShareLink.Type

/** A share link as stored. */
export interface ShareLinkRecord {
  readonly id: ShareLinkId
  readonly site: SiteId
  /** The keyed hash of its key, by which it is found. */
  readonly hash: string
  readonly sealedKey: string
  readonly name: string
  readonly active: boolean
  readonly createdAt: string
  /** The number of times it has admitted a visitor; absent if none. */
  readonly uses?: number
  readonly lastUsedAt?: string
}
