/** Transfers of content to another organization. */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { described } from "../../foundation/schema/Described.js"
import type { CollectionId } from "../../people/places/Collection.js"

/** A transfer to another organization. */
export const Transfer = Schema.Struct({
  organization: described(
    OrganizationId,
    "The id of another organization, in which the caller needs the role `create`."
  )
}).annotations({ identifier: "Transfer", description: "Where to transfer something to." })
/** @see {@link Transfer} */
export type Transfer = typeof Transfer.Type

/** The destination of a transferred item; no `parent` means the root. */
export interface TransferredPlace {
  readonly organization: OrganizationId
  readonly parent: CollectionId | undefined
  readonly position: string
}
