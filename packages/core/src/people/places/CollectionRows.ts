/** The rows of collections. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { emitting } from "../../storage/rows/Emits.js"
import { auditedRow, count, id, ignored, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import { DefaultLevel } from "../access/Role.js"
import type { CollectionRecord } from "./Collection.js"

const organization = to("organization", "organizations")
const collection = to("collection", "collections")

/** The rows of the table `collections`. */
export const collections = auditedRow<CollectionRecord>("collection")({
  target: itself("collection", ({ id, title }) => ({ id, title })),
  organization: ofOrganization,
  emits: emitting(
    { created: "collection_created", updated: "collection_updated", deleted: "collection_deleted" },
    ["title", "description", "parent", "organization", "defaultLevel"],
    ({ id, organization }) => ({ organization, subject: { object: "collection", id } })
  ),
  fields: {
    id: ignored(id),
    organization: shown(id),
    parent: shown(optional(id)),
    position: ignored(text),
    moves: ignored(optional(count)),
    title: shown(text),
    description: shown(optional(text)),
    defaultLevel: shown(DefaultLevel),
    createdBy: ignored(optional(id)),
    createdAt: ignored(text),
    remnant: shown(optional(Schema.Literal(true)))
  },
  references: (each) => [
    organization(each.organization),
    each.parent === undefined ? undefined : collection(each.parent)
  ]
})
