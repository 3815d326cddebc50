import * as Schema from "effect/Schema"
import { optional } from "../../schema/Input.js"
import { Text, Timestamp, text } from "../../schema/Text.js"
import type { SiteId } from "../Site.js"

/** A share link's id. */
export const ShareLinkId = Schema.String.pipe(Schema.brand("ShareLinkId"))
/** @see {@link ShareLinkId} */
export type ShareLinkId = typeof ShareLinkId.Type

/** An address of a site that lets in who knows it, as answered; the last segment of `urls.published` is its key. */
export const ShareLink = Schema.Struct({
  object: Schema.Literal("share-link"),
  id: ShareLinkId,
  createdAt: Timestamp,
  name: Text,
  active: Schema.Boolean,
  urls: Schema.Struct({ location: Schema.String, published: Schema.String })
}).annotations({ identifier: "ShareLink" })
/** @see {@link ShareLink} */
export type ShareLink = typeof ShareLink.Type

const Name = text(0, 50)

/** What a share link is made from; it is active from the beginning. */
export const CreateShareLink = Schema.Struct({ name: Name }).annotations({ identifier: "CreateShareLink" })
/** @see {@link CreateShareLink} */
export type CreateShareLink = typeof CreateShareLink.Type

/** A partial update of a share link; what is not active lets nobody in. */
export const UpdateShareLink = Schema.Struct({ active: optional(Schema.Boolean), name: optional(Name) }).annotations({
  identifier: "UpdateShareLink"
})
/** @see {@link UpdateShareLink} */
export type UpdateShareLink = typeof UpdateShareLink.Type

/** A share link as stored. */
export interface ShareLinkRecord {
  readonly id: ShareLinkId
  readonly site: SiteId
  readonly key: string
  readonly name: string
  readonly active: boolean
  readonly createdAt: string
}
