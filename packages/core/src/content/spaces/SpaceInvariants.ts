/** The invariants of spaces. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { DefaultLevel } from "../../people/access/Role.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { CollectionsTable } from "../../people/places/CollectionRepository.js"
import { InheritingSpacesTable, SpacesTable } from "../../people/places/SpaceRepository.js"
import { Synonyms } from "../../people/places/Synonyms.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"

const organization = to("organization", OrganizationsTable)
const collection = to("collection", CollectionsTable)
const inheritance = to("inheritance from", InheritingSpacesTable, "collection")

/** Invariants of the rows of spaces. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(SpacesTable, {
    fields: {
      id,
      organization: id,
      parent: optional(id),
      inherits: optional(id),
      position: text,
      moves: optional(count),
      title: text,
      emoji: optional(text),
      icon: optional(text),
      editMode: Schema.Literal("live", "locked"),
      synonyms: optional(Synonyms),
      defaultLevel: DefaultLevel,
      createdBy: optional(id),
      createdAt: text,
      updatedAt: text,
      deletedAt: optional(text),
      revision: id,
      sequence: count,
      sealedDownloadKey: text,
      comments: optional(count),
      changeRequests: optional(Schema.Struct({ all: count, open: count, draft: count })),
      computed: optional(Schema.Literal(true))
    },
    // A deleted space remembers its collection, which may be gone; see `Spaces.restore`.
    references: (each) => [
      organization(each.organization),
      each.parent === undefined || each.deletedAt !== undefined ? undefined : collection(each.parent),
      ...(each.inherits === undefined ? [] : [collection(each.inherits), inheritance(each.inherits, each.id)])
    ]
  }),
  invariantsOf(InheritingSpacesTable, {
    fields: { space: id, collection: id, organization: id },
    references: (each) => [
      to("space", SpacesTable)(each.space),
      to("collection", CollectionsTable)(each.collection),
      to("organization", OrganizationsTable)(each.organization)
    ]
  })
]
