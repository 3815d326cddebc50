/** The invariants of sites. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { PublishingAuth, Site, SiteType, SiteVisibility } from "../../people/places/Site.js"
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
  invariantsOf(SitesTable, {
    fields: {
      id,
      organization: id,
      type: SiteType,
      title: text,
      visibility: SiteVisibility,
      published: Schema.Boolean,
      hostname: optional(text),
      basename: optional(text),
      proxy: optional(text),
      adaptiveContent: Schema.Boolean,
      agentsContext: Site.fields.agentsContext,
      siteSpaces: count,
      createdAt: text,
      createdBy: optional(id),
      sealedSigningKey: text,
      oldKeys: optional(Schema.Array(Schema.Struct({ id, sealedKey: text, expires: count }))),
      authBackend: PublishingAuth.fields.backend,
      fallbackURL: optional(text),
      remnant: optional(Schema.Literal(true))
    },
    references: (each) => [organization(each.organization), to("structure", SiteStructuresTable)(each.id)]
  }),
  invariantsOf(SiteStructuresTable, {
    fields: { site: id, structure: StoredStructure },
    references: (each) => [site(each.site)]
  }),
  invariantsOf(SiteLinksTable, {
    fields: { space: id, site: id, organization: id, paths: Schema.Array(text) },
    references: (each) => [site(each.site), to("space", SpacesTable)(each.space)]
  })
]
