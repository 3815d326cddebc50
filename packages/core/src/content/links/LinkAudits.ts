/** Why no change of links is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How links are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "page_links", none: "derived" },
  { table: "backlinks", none: "derived" },
  { table: "link_counts", none: "derived" }
]
