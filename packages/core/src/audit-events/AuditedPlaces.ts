/** What is audited of places: spaces, collections and sites, what is granted on them, and what is published. */
import * as Effect from "effect/Effect"
import type { GrantRecord, TeamGrantRecord } from "../access/GrantRepository.js"
import type { CollectionRecord } from "../collections/Collection.js"
import type { Unavailable } from "../errors/Errors.js"
import type { OpenAPISpecRecord, StoredSource } from "../openapi-specs/OpenAPISpec.js"
import type { AdaptiveSchemaRecord } from "../sites/adaptive-content/AdaptiveSchema.js"
import type { CustomizationRecord } from "../sites/customization/Customization.js"
import type { SiteRecord } from "../sites/Site.js"
import type { StructureRecord } from "../sites/SiteRepository.js"
import type { ShareLinkRecord } from "../sites/share-links/ShareLink.js"
import type { SiteRedirectRecord } from "../sites/site-redirects/SiteRedirect.js"
import type { SpaceRecord } from "../spaces/Space.js"
import type { TranslationSettingsRecord } from "../translations/TranslationSettings.js"
import type { AuditTarget } from "./AuditEvent.js"
import { type Auditing, audited, itself, type Look, notAudited, ofOrganization } from "./Audited.js"

type OfSite = { readonly site: string }

const titleOf = (found: object): string => (found as { readonly title: string }).title

/** The organization of what belongs to a site; none where the site has gone, and took it along. */
const ofSite = ({ site }: OfSite, look: Look): Effect.Effect<string | undefined, Unavailable> =>
  Effect.map(look("sites", site), (found) => (found as SiteRecord | undefined)?.organization)

const theSite = ({ site }: OfSite, look: Look): Effect.Effect<AuditTarget, Unavailable> =>
  Effect.map(look("sites", site), (found) => ({
    kind: "site",
    id: site,
    ...(found !== undefined && { title: titleOf(found) })
  }))

const granting = [
  ["space", "spaces"],
  ["collection", "collections"],
  ["site", "sites"]
] as const

/** What something is granted on, whichever of the three kinds it is. */
const thePlace = ({ target }: { readonly target: string }, look: Look): Effect.Effect<AuditTarget, Unavailable> =>
  Effect.gen(function* () {
    for (const [kind, table] of granting) {
      const found = yield* look(table, target)
      if (found !== undefined) return { kind, id: target, title: titleOf(found) }
    }
    return { kind: "content", id: target }
  })

const isNode = (value: unknown): value is { readonly id: string; readonly type?: string } =>
  typeof value === "object" && value !== null && "id" in value

/** The parts of a site, each as a field of its own, so that an event has those that changed; what is in one, by its id. */
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

/** Where a specification comes from: an address may hold credentials, so only its host and path are shown. */
const sourceOf = (source: StoredSource): string => {
  if (source.kind === "text") return "text"
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined
  return url === undefined ? "address" : `${url.origin}${url.pathname}`
}

/** The tables of places, and how each is audited. */
export const places: ReadonlyArray<readonly [string, Auditing]> = [
  audited<SpaceRecord>("spaces", {
    kind: "space",
    target: itself("space", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "shown",
      parent: "shown",
      inherits: "shown",
      position: "ignored",
      moves: "ignored",
      title: "shown",
      emoji: "shown",
      icon: "shown",
      editMode: "shown",
      synonyms: "shown",
      defaultLevel: "shown",
      createdBy: "ignored",
      createdAt: "ignored",
      updatedAt: "ignored",
      deletedAt: "shown",
      revision: "ignored",
      sequence: "ignored",
      sealedDownloadKey: "secret",
      comments: "ignored",
      changeRequests: "ignored",
      computed: "ignored"
    },
    verb: (before, after) => {
      if (after === undefined) return "purged"
      if (before === undefined || before.deletedAt === after.deletedAt) return undefined
      return after.deletedAt === undefined ? "restored" : "deleted"
    }
  }),
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
  }),
  audited<GrantRecord>("grants", {
    kind: "grant",
    target: thePlace,
    organization: ofOrganization,
    fields: { target: "ignored", organization: "ignored", user: "shown", level: "shown" }
  }),
  audited<TeamGrantRecord>("team_grants", {
    kind: "team-grant",
    target: thePlace,
    organization: ofOrganization,
    fields: { target: "ignored", organization: "ignored", team: "shown", level: "shown" }
  }),
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
  audited<ShareLinkRecord>("share_links", {
    kind: "share-link",
    target: itself("share-link", ({ id, name }) => ({ id, title: name })),
    organization: ofSite,
    fields: {
      id: "ignored",
      site: "shown",
      hash: "ignored",
      sealedKey: "secret",
      name: "shown",
      active: "shown",
      createdAt: "ignored",
      uses: "ignored",
      lastUsedAt: "ignored"
    }
  }),
  audited<SiteRedirectRecord>("site_redirects", {
    kind: "site-redirect",
    target: itself("site-redirect", ({ id, source }) => ({ id, title: source })),
    organization: ofSite,
    fields: { id: "ignored", site: "shown", source: "shown", destination: "shown" }
  }),
  audited<AdaptiveSchemaRecord>("adaptive_schemas", {
    kind: "adaptive-schema",
    target: theSite,
    organization: ofSite,
    fields: { site: "ignored", jsonSchema: "shown", updatedAt: "ignored" }
  }),
  audited<CustomizationRecord>("site_customizations", {
    kind: "customization",
    target: theSite,
    organization: ofSite,
    fields: { site: "ignored", settings: "ignored", version: "ignored" },
    derived: ({ settings }) => ({ ...settings })
  }),
  audited<TranslationSettingsRecord>("translation_settings", {
    kind: "translation",
    target: itself("translation", ({ id, title }) => ({ id, title })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      title: "shown",
      languages: "shown",
      createdAt: "ignored",
      updatedAt: "ignored"
    }
  }),
  audited<OpenAPISpecRecord>("openapi_specs", {
    kind: "openapi-spec",
    target: itself("openapi-spec", ({ id, slug }) => ({ id, title: slug })),
    organization: ofOrganization,
    fields: {
      id: "ignored",
      organization: "ignored",
      slug: "shown",
      source: sourceOf,
      state: "ignored",
      run: "ignored",
      visibility: "shown",
      sealedKey: "secret",
      createdAt: "ignored",
      updatedAt: "ignored",
      lastVersion: "ignored",
      lastProcessedAt: "ignored",
      lastProcessErrorCode: "ignored"
    }
  }),
  ...notAudited("derived from spaces and structures", "inheriting_spaces", "site_links"),
  ...notAudited(
    "content: revisions and change requests tell who changed what",
    "items",
    "revisions",
    "documents",
    "change_requests",
    "change_request_contributors",
    "change_request_conflicts",
    "change_request_reviews",
    "change_request_reviewers",
    "comments",
    "comment_replies",
    "commenters",
    "openapi_spec_versions"
  ),
  ...notAudited("content of readers, who are not known", "site_feedback"),
  ...notAudited(
    "work on content that goes on or waits",
    "imports",
    "import_parts",
    "jobs",
    "uploads",
    "upload_parts",
    "pdfs"
  ),
  ...notAudited("derived from content", "blob_references", "pending_index", "page_links", "backlinks", "link_counts"),
  ...notAudited("the audit trail itself", "audit_events", "audit_notes")
]
