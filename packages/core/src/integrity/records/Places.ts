/** Collections, spaces and sites. */
import * as Schema from "effect/Schema"
import { DefaultLevel } from "../../access/Role.js"
import { CollectionsTable } from "../../collections/CollectionRepository.js"
import { OrganizationsTable } from "../../organizations/OrganizationRepository.js"
import { optional } from "../../schema/Input.js"
import { keyIdOf, sealedBy } from "../../secrets/Keyring.js"
import { SiteLinksTable, SiteStructuresTable, SitesTable } from "../../sites/SiteRepository.js"
import {
  AdaptiveSchemasTable,
  CustomizationsTable,
  SiteFeedbackTable,
  SiteRedirectsTable
} from "../../sites/SiteSettingsTables.js"
import { ShareLinksTable } from "../../sites/share-links/ShareLinkRepository.js"
import { InheritingSpacesTable, SpacesTable } from "../../spaces/SpaceRepository.js"
import { Synonyms } from "../../spaces/Synonyms.js"
import { type Records, records, to } from "../Records.js"

const id = Schema.String
const text = Schema.String
const count = Schema.Number
const hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
const organization = to("organization", OrganizationsTable)
const collection = to("collection", CollectionsTable)
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
export const StoredStructure = Schema.Union(
  Schema.Struct({ type: Schema.Literal("siteSpaces"), siteSpaces: Schema.Array(SiteSpace) }),
  Schema.Struct({ type: Schema.Literal("sections"), structure: Schema.Array(Schema.Union(Section, Group)) })
)

/** The records of collections, spaces and sites. */
export const places: ReadonlyArray<Records> = [
  records(
    CollectionsTable,
    Schema.Struct({
      id,
      organization: id,
      parent: optional(id),
      position: text,
      moves: optional(count),
      title: text,
      description: optional(text),
      defaultLevel: DefaultLevel,
      createdBy: optional(id),
      createdAt: text
    }),
    {
      columns: { parent: ({ parent = "" }) => parent },
      references: (each) => [
        organization(each.organization),
        each.parent === undefined ? undefined : collection(each.parent)
      ]
    }
  ),
  records(
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
  records(
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
  records(SiteStructuresTable, Schema.Struct({ site: id, structure: StoredStructure }), {
    references: (each) => [site(each.site)]
  }),
  records(SiteLinksTable, Schema.Struct({ space: id, site: id, organization: id, paths: Schema.Array(text) }), {
    references: (each) => [site(each.site), to("space", SpacesTable)(each.space)]
  }),
  records(
    ShareLinksTable,
    Schema.Struct({
      id,
      site: id,
      hash,
      sealedKey: text,
      name: text,
      active: Schema.Boolean,
      createdAt: text,
      uses: optional(count),
      lastUsedAt: optional(text)
    }),
    {
      columns: { sealedBy: ({ sealedKey }) => keyIdOf(sealedKey) },
      references: (each) => [site(each.site)]
    }
  ),
  records(
    SiteRedirectsTable,
    Schema.Struct({
      id,
      site: id,
      source: text,
      destination: Schema.Record({ key: Schema.String, value: Schema.Unknown })
    }),
    { references: (each) => [site(each.site)] }
  ),
  records(AdaptiveSchemasTable, Schema.Struct({ site: id, jsonSchema: Schema.Object, updatedAt: text }), {
    references: (each) => [site(each.site)]
  }),
  records(CustomizationsTable, Schema.Struct({ site: id, settings: Schema.Object, version: text }), {
    references: (each) => [site(each.site)]
  }),
  records(
    SiteFeedbackTable,
    Schema.Struct({
      site: id,
      id,
      kind: Schema.Literal("page", "search"),
      siteSpace: optional(text),
      page: optional(text),
      helpful: optional(Schema.Boolean),
      text: optional(text),
      query: optional(text),
      times: optional(count),
      createdAt: text,
      updatedAt: text
    }),
    { columns: { query: ({ query }) => query ?? "" }, references: (each) => [site(each.site)] }
  ),
  records(InheritingSpacesTable, Schema.Struct({ space: id, collection: id, organization: id }), {
    references: (each) => [
      to("space", SpacesTable)(each.space),
      to("collection", CollectionsTable)(each.collection),
      to("organization", OrganizationsTable)(each.organization)
    ]
  })
]
