/** The invariants of spaces. */
import * as Schema from "effect/Schema"
import { keyIdOf } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { DefaultLevel } from "../../people/access/Role.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { CollectionsTable } from "../../people/places/CollectionRepository.js"
import { InheritingSpacesTable, SpacesTable } from "../../people/places/SpaceRepository.js"
import { Synonyms } from "../../people/places/Synonyms.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"

const organization = to("organization", OrganizationsTable)
const collection = to("collection", CollectionsTable)

/** Invariants of the rows of spaces. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    SpacesTable,
    Schema.Struct({
      id,
      organization: id,
      parent: optional(id),
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
    }),
    {
      columns: {
        parent: ({ parent = "" }) => parent,
        deleted: ({ deletedAt }) => (deletedAt === undefined ? 0 : 1),
        sealedBy: ({ sealedDownloadKey }) => keyIdOf(sealedDownloadKey)
      },
      // A deleted space remembers its collection, which may be gone; see `Spaces.restore`.
      references: (each) => [
        organization(each.organization),
        each.parent === undefined || each.deletedAt !== undefined ? undefined : collection(each.parent)
      ]
    }
  ),
  invariantsOf(InheritingSpacesTable, Schema.Struct({ space: id, collection: id, organization: id }), {
    references: (each) => [
      to("space", SpacesTable)(each.space),
      to("collection", CollectionsTable)(each.collection),
      to("organization", OrganizationsTable)(each.organization)
    ]
  })
]
