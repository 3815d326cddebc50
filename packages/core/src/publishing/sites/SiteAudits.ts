/** Audit rules of sites. */

import type { SiteRecord } from "../../people/places/Site.js"
import type { StructureRecord } from "../../people/places/SiteRepository.js"
import { type Auditing, audited, itself, ofOrganization } from "../../storage/rows/Audited.js"
import { ofSite, theSite } from "./AuditedSites.js"

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

/** The audit rules of sites. */
export const audits: ReadonlyArray<Auditing> = [
  audited<SiteRecord>("sites", {
    kind: "site",
    target: itself("site", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "shown",
      type: "shown",
      title: "shown",
      visibility: "shown",
      published: "shown",
      hostname: "shown",
      basename: "shown",
      proxy: "shown",
      adaptiveContent: "shown",
      agentsContext: "shown",
      siteSpaces: "ignored",
      createdAt: "ignored",
      createdBy: "ignored",
      sealedSigningKey: "secret",
      oldKeys: "secret",
      authBackend: "shown",
      fallbackURL: "shown",
      remnant: "shown"
    },
    verb: (before, after) => {
      if (before === undefined || after === undefined || before.published === after.published) return undefined
      return after.published ? "published" : "unpublished"
    }
  }),
  audited<StructureRecord>("site_structures", {
    kind: "site-structure",
    target: theSite,
    organization: ofSite,
    fields: { site: "ignored", structure: "ignored" },
    derived: ({ structure }) => Object.fromEntries(partsOf(structure))
  }),
  { table: "site_links", none: "derived" }
]
