import * as Schema from "effect/Schema"
import { Collection } from "../collections/Collection.js"
import { File, ReusableContent } from "../content/File.js"
import { Page } from "../content/Page.js"
import { ListQuery, list } from "../lists/List.js"
import { OpenAPISpec } from "../openapi-specs/OpenAPISpec.js"
import { Organization } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Space } from "../spaces/Space.js"
import { table } from "../storage/Table.js"
import { User } from "../users/User.js"

/** Whether a link's target is there: `in-app` is a plain address of one of this server's own objects. */
export const LinkStatus = Schema.Literal("ok", "broken", "in-app")
/** @see {@link LinkStatus} */
export type LinkStatus = typeof LinkStatus.Type

/** `reference` for what a page leads to or shows, `dependsOn` for what it includes. */
export const LinkRelation = Schema.Literal("reference", "dependsOn")
/** @see {@link LinkRelation} */
export type LinkRelation = typeof LinkRelation.Type

const inSpace = { organization: Organization, space: Space }

/** A place of content, as answered. Pages come without their body and without the pages below them. */
export const ContentLocation = Schema.Union(
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  Schema.Struct({
    kind: Schema.Literal("page"),
    ...inSpace,
    page: Page,
    internalLocation: optional(Schema.Struct({ type: Schema.Literal("anchor"), anchor: Schema.String }))
  }),
  Schema.Struct({ kind: Schema.Literal("file"), ...inSpace, file: File }),
  Schema.Struct({ kind: Schema.Literal("reusable-content"), ...inSpace, reusableContent: ReusableContent }),
  Schema.Struct({ kind: Schema.Literal("space"), ...inSpace }),
  Schema.Struct({ kind: Schema.Literal("collection"), organization: Organization, collection: Collection }),
  Schema.Struct({ kind: Schema.Literal("user"), user: User }),
  Schema.Struct({ kind: Schema.Literal("openapi"), organization: Organization, openAPISpec: OpenAPISpec })
).annotations({ identifier: "ContentLocation" })
/** @see {@link ContentLocation} */
export type ContentLocation = typeof ContentLocation.Type

/**
 * One link, as answered. `locationReferences` say where it stands: the page, then the section of the page if it is in
 * one. What is not there, or not visible to the caller, is answered as the address that was written.
 */
export const Link = Schema.Struct({
  status: LinkStatus,
  relation: LinkRelation,
  targetReference: ContentLocation,
  locationReferences: Schema.Array(ContentLocation)
}).annotations({ identifier: "Link" })
/** @see {@link Link} */
export type Link = typeof Link.Type

/** How many links there are, and how many of them are broken; `changeRequest`: by the request that is looked at. */
export const LinkStats = Schema.Struct({
  total: Schema.Number,
  broken: Schema.Struct({ total: Schema.Number, changeRequest: optional(Schema.Number) })
}).annotations({ identifier: "LinkStats" })
/** @see {@link LinkStats} */
export type LinkStats = typeof LinkStats.Type

/** One page of a list of links; `stats` are of all links of the page, space or request, whatever the filter. */
export const LinkList = Schema.Struct({ ...list(Link).fields, stats: LinkStats }).annotations({
  identifier: "LinkList"
})
/** @see {@link LinkList} */
export type LinkList = typeof LinkList.Type

/** The queries of a list of links; `brokenContext`: only what the change request broke, or only what it did not. */
export const LinksQuery = Schema.Struct({
  ...ListQuery.fields,
  status: optional(LinkStatus),
  brokenContext: optional(Schema.Literal("change-request", "space"))
})
/** @see {@link LinksQuery} */
export type LinksQuery = typeof LinksQuery.Type

/** The status of a stored link; for what is `elsewhere` it depends on who asks. */
export type StoredStatus = LinkStatus | "elsewhere"

/** A link of the current text of a page or reusable content. */
export interface LinkRecord {
  /** The destination as it stands in the text. */
  readonly written: string
  /** `ok` when absent, as most are. */
  readonly status?: Exclude<StoredStatus, "ok">
  /** That the target is shown in place. */
  readonly included?: true
  /** The anchor of the section that the link stands in. */
  readonly section?: string
}

/** The links of a page or reusable content, whose id is `page`, in order; those without any have no row. */
export interface PageLinksRecord {
  readonly space: string
  readonly page: string
  readonly links: ReadonlyArray<LinkRecord>
}

/**
 * The links at the head of the main line of each space, by page. `other` is 1 where some of them are not `ok`, so that
 * those are found without passing the rest.
 */
export const PageLinksTable = table({
  name: "page_links",
  columns: { space: "text", page: "text", other: "integer" },
  key: ["space", "page"],
  indexes: { other: { on: ["space", "other", "page"] } }
})

/** That links of a page, `links` of them, lead to an item of its space. */
export interface BacklinkRecord {
  readonly space: string
  readonly target: string
  readonly page: string
  readonly links: number
}

/** The {@link BacklinkRecord}s, by target. */
export const BacklinksTable = table({
  name: "backlinks",
  columns: { space: "text", target: "text", page: "text" },
  key: ["space", "target", "page"],
  indexes: {}
})

/** How many links a space has of each status. */
export type LinkCounts = Readonly<Record<StoredStatus, number>>

/** The counts of a space; without a row its links were never read. */
export interface LinkCountsRecord {
  readonly space: string
  readonly counts: LinkCounts
}

/** The {@link LinkCounts} by space. */
export const LinkCountsTable = table({ name: "link_counts", columns: { space: "text" }, key: ["space"], indexes: {} })
