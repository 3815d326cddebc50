/** The tables of links. */
import { recordTable } from "../../storage/rows/Table.js"
import type { StoredStatus } from "./Link.js"

/** A link of the current text of a page or reusable content. */
export interface LinkRecord {
  /** The destination as written in the text. */
  readonly written: string
  /** `ok` when absent, as most are. */
  readonly status?: Exclude<StoredStatus, "ok">
  /** Whether the target is embedded in the page. */
  readonly included?: true
  /** The anchor of the section that contains the link. */
  readonly section?: string
}

/** The links of a page or reusable content, whose id is `page`, in order; there is no row if it has none. */
export interface PageLinksRecord {
  readonly space: string
  readonly page: string
  readonly links: ReadonlyArray<LinkRecord>
}

/**
 * The links at the head of the main line of each space, by page. `other` is 1 where some of them are not `ok`, so that
 * such pages are found without scanning the rest.
 */
export const PageLinksTable = recordTable({
  name: "page_links",
  columns: { space: "text", page: "text", other: "integer" },
  key: ["space", "page"],
  indexes: { other: { on: ["space", "other", "page"] } },
  lockedBy: "space space",
  columnsOf: ({ space, page, links }: PageLinksRecord) => ({
    space,
    page,
    other: links.some(({ status }) => status !== undefined) ? 1 : 0
  })
})

/** The number of links, `links`, from a page to an item of its space. */
export interface BacklinkRecord {
  readonly space: string
  readonly target: string
  readonly page: string
  readonly links: number
}

/** The {@link BacklinkRecord}s, by target. */
export const BacklinksTable = recordTable({
  name: "backlinks",
  columns: { space: "text", target: "text", page: "text" },
  key: ["space", "target", "page"],
  indexes: {},
  lockedBy: "space space",
  columnsOf: ({ space, target, page }: BacklinkRecord) => ({
    space,
    target,
    page
  })
})

/** The number of links of a space, by status. */
export type LinkCounts = Readonly<Record<StoredStatus, number>>

/** The counts of a space; without a row, its links have never been read. */
export interface LinkCountsRecord {
  readonly space: string
  readonly counts: LinkCounts
}

/** The {@link LinkCounts} by space. */
export const LinkCountsTable = recordTable({
  name: "link_counts",
  columns: { space: "text" },
  key: ["space"],
  indexes: {},
  lockedBy: "space space",
  columnsOf: ({ space }: LinkCountsRecord) => ({ space })
})
