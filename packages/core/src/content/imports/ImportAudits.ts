/** Why no change of imports is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How imports are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "imports", none: "work" },
  { table: "import_parts", none: "work" }
]
