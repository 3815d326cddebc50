/** Why no change of uploads is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How uploads are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "uploads", none: "work" },
  { table: "upload_parts", none: "work" }
]
