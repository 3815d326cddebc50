/** The reason why changes of links are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Links are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "page_links", none: "derived" },
  { table: "backlinks", none: "derived" },
  { table: "link_counts", none: "derived" }
]
