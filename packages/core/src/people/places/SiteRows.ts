/** The rows of sites. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { itself, ofOrganization } from "../../storage/rows/Audited.js"
import { differ } from "../../storage/rows/Emits.js"
import { auditedRow, count, id, ignored, rowOf, secret, shown, text, to } from "../../storage/rows/RowDeclaration.js"
import type { EventType } from "../../storage/trail/Event.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { ofSite, theSite } from "./AuditedSites.js"
import { PublishingAuth, Site, type SiteRecord, SiteType, SiteVisibility } from "./Site.js"
import type { SiteId } from "./SiteId.js"
import type { SpaceId } from "./Space.js"
import { type Structure, siteSpacesOf } from "./Structure.js"

const organization = to("organization", "organizations")
const site = to("site", "sites")

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

const isNode = (value: unknown): value is { readonly id: string; readonly type?: string } =>
  typeof value === "object" && value !== null && "id" in value

/**
 * The parts of a site, each as a separate field, so that an event has only the changed ones; the contents of a part are
 * by id.
 */
const partsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (Array.isArray(value)) return value.flatMap(partsOf)
  if (typeof value !== "object" || value === null) return []
  const inner = Object.values(value).flatMap(partsOf)
  if (!isNode(value)) return inner
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    Array.isArray(field) ? field.map((each: unknown) => (isNode(each) ? each.id : each)) : field
  ])
  return [[`${value.type ?? "site-space"} ${value.id}`, Object.fromEntries(fields)], ...inner]
}

/** The type of the event that a change of a site is. */
const changeOf = (before: SiteRecord | undefined, after: SiteRecord | undefined): EventType | undefined => {
  if (after === undefined) return "site_deleted"
  if (before === undefined) return "site_created"
  if (before.published !== after.published) return after.published ? "site_published" : "site_unpublished"
  const others = ["sealedSigningKey", "oldKeys", "siteSpaces"]
  const settings = (Object.keys({ ...before, ...after }) as Array<keyof SiteRecord>).filter(
    (name) => !others.includes(name)
  )
  return differ(before, after, ...settings) ? "site_updated" : undefined
}

/** The rows of the table `sites`. */
export const sites = auditedRow<SiteRecord>("site")({
  target: itself("site", ({ id, title }) => ({ id, title })),
  organization: ofOrganization,
  verb: (before, after) => {
    if (before === undefined || after === undefined || before.published === after.published) return undefined
    return after.published ? "published" : "unpublished"
  },
  emits: (before, after) => {
    const [site, type] = [after ?? before, changeOf(before, after)]
    if (site === undefined || type === undefined) return []
    return [{ type, organization: site.organization, subject: { object: "site", id: site.id } }]
  },
  fields: {
    id: ignored(id),
    organization: shown(id),
    type: shown(SiteType),
    title: shown(text),
    visibility: shown(SiteVisibility),
    published: shown(Schema.Boolean),
    hostname: shown(optional(text)),
    basename: shown(optional(text)),
    proxy: shown(optional(text)),
    adaptiveContent: shown(Schema.Boolean),
    agentsContext: shown(Site.fields.agentsContext),
    siteSpaces: ignored(count),
    createdAt: ignored(text),
    createdBy: ignored(optional(id)),
    sealedSigningKey: secret(text),
    oldKeys: secret(optional(Schema.Array(Schema.Struct({ id, sealedKey: text, expires: count })))),
    authBackend: shown(PublishingAuth.fields.backend),
    fallbackURL: shown(optional(text)),
    remnant: shown(optional(Schema.Literal(true)))
  },
  references: (each) => [organization(each.organization), to("structure", "site_structures")(each.id)]
})

/** The spaces on a site, each once. */
const spacesIn = (record: StructureRecord | undefined): ReadonlySet<SpaceId> =>
  new Set(record === undefined ? [] : siteSpacesOf(record.structure).map(({ space }) => space))

/** The rows of the table `site_structures`. */
export const siteStructures = auditedRow<StructureRecord>("site-structure")({
  emits: (before, after) => {
    const [was, is] = [spacesIn(before), spacesIn(after)]
    const site = after?.site ?? before?.site ?? ""
    const moved = [...was, ...is].filter((space) => was.has(space) !== is.has(space))
    return [
      // Whoever sees the space may not see the site.
      ...moved.map((space) => ({
        type: "space_visibility_updated" as const,
        space,
        subject: { object: "space", id: space }
      })),
      ...(before !== undefined && after !== undefined && differ(before, after, "structure")
        ? [{ type: "site_updated" as const, subject: { object: "site", id: site } }]
        : [])
    ]
  },
  target: theSite,
  organization: ofSite,
  derived: ({ structure }) => Object.fromEntries(partsOf(structure)),
  fields: {
    site: ignored(id),
    structure: ignored(StoredStructure)
  },
  references: (each) => [site(each.site)]
})

/** The rows of the table `site_links`. */
export const siteLinks = rowOf<LinkRecord>()({
  fields: { space: id, site: id, organization: id, paths: Schema.Array(text) },
  references: (each) => [site(each.site), to("space", "spaces")(each.space)]
})

export interface StructureRecord {
  readonly site: SiteId
  readonly structure: Structure
}

export interface LinkRecord {
  readonly space: SpaceId
  readonly site: SiteId
  readonly organization: OrganizationId
  readonly paths: ReadonlyArray<string>
}
