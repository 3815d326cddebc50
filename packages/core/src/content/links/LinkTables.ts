/** The tables of links. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { BacklinkRecord, LinkCountsRecord, PageLinksRecord } from "./LinkRows.js"

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
  }),
  unaudited: "derived",
  row: () => import("./LinkRows.js").then(({ pageLinks }) => pageLinks)
})

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
  }),
  unaudited: "derived",
  row: () => import("./LinkRows.js").then(({ backlinks }) => backlinks)
})

/** The {@link LinkCounts} by space. */
export const LinkCountsTable = recordTable({
  name: "link_counts",
  columns: { space: "text" },
  key: ["space"],
  indexes: {},
  lockedBy: "space space",
  columnsOf: ({ space }: LinkCountsRecord) => ({ space }),
  unaudited: "derived",
  row: () => import("./LinkRows.js").then(({ linkCounts }) => linkCounts)
})
