/** The invariants of sites. */
import * as Schema from "effect/Schema"
import { sealedBy } from "../../foundation/encryption/Keyring.js"
import { optional } from "../../foundation/schema/Input.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { SiteLinksTable, SiteStructuresTable, SitesTable } from "../../people/places/SiteRepository.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"

const organization = to("organization", OrganizationsTable)
const site = to("site", SitesTable)

const SiteSpace = Schema.Struct({
  id,
  space: id,
  path: text,
  default: Schema.Boolean,
  condition: optional(text)
})

const Section = Schema.Struct({
  type: Schema.Literal("section"),
  id,
  title: text,
  description: optional(text),
  icon: optional(text),
  path: text,
  default: Schema.Boolean,
  condition: optional(text),
  siteSpaces: Schema.Array(SiteSpace),
  loose: optional(Schema.Literal(true))
})

const Group = Schema.Struct({
  type: Schema.Literal("group"),
  id,
  title: text,
  icon: optional(text),
  sections: Schema.Array(Section)
})

/** The structure of a site, as stored. */
const StoredStructure = Schema.Union(
  Schema.Struct({ type: Schema.Literal("siteSpaces"), siteSpaces: Schema.Array(SiteSpace) }),
  Schema.Struct({ type: Schema.Literal("sections"), structure: Schema.Array(Schema.Union(Section, Group)) })
)

/** Invariants of the rows of sites. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    SitesTable,
    Schema.Struct({
      id,
      organization: id,
      type: text,
      title: text,
      visibility: text,
      published: Schema.Boolean,
      hostname: optional(text),
      basename: optional(text),
      proxy: optional(text),
      adaptiveContent: Schema.Boolean,
      siteSpaces: count,
      createdAt: text,
      createdBy: optional(id),
      sealedSigningKey: text,
      oldKeys: optional(Schema.Array(Schema.Struct({ id, sealedKey: text, expires: count }))),
      authBackend: text,
      fallbackURL: optional(text),
      remnant: optional(Schema.Literal(true))
    }),
    {
      columns: {
        sealedBy: ({ oldKeys = [], sealedSigningKey }) =>
          sealedBy([sealedSigningKey, ...oldKeys.map(({ sealedKey }) => sealedKey)])
      },
      references: (each) => [organization(each.organization), to("structure", SiteStructuresTable)(each.id)]
    }
  ),
  invariantsOf(SiteStructuresTable, Schema.Struct({ site: id, structure: StoredStructure }), {
    references: (each) => [site(each.site)]
  }),
  invariantsOf(SiteLinksTable, Schema.Struct({ space: id, site: id, organization: id, paths: Schema.Array(text) }), {
    references: (each) => [site(each.site), to("space", SpacesTable)(each.space)]
  })
]
