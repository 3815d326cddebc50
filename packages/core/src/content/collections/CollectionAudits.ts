/** Audit rules of collections. */

import type { CollectionRecord } from "../../people/places/Collection.js"
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"

/** The audit rules of collections. */
export const audits: ReadonlyArray<Auditing> = [
  audited<CollectionRecord>("collections", {
    kind: "collection",
    target: itself("collection", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "shown",
      parent: "shown",
      position: "ignored",
      moves: "ignored",
      title: "shown",
      description: "shown",
      defaultLevel: "shown",
      createdBy: "ignored",
      createdAt: "ignored",
      remnant: "shown"
    }
  })
]
