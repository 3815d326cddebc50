/** The invariants of collections. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { DefaultLevel } from "../../people/access/Role.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { CollectionsTable } from "../../people/places/CollectionRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"

const organization = to("organization", OrganizationsTable)
const collection = to("collection", CollectionsTable)

/** Invariants of the rows of collections. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(CollectionsTable, {
    fields: {
      id,
      organization: id,
      parent: optional(id),
      position: text,
      moves: optional(count),
      title: text,
      description: optional(text),
      defaultLevel: DefaultLevel,
      createdBy: optional(id),
      createdAt: text,
      remnant: optional(Schema.Literal(true))
    },
    references: (each) => [
      organization(each.organization),
      each.parent === undefined ? undefined : collection(each.parent)
    ]
  })
]
