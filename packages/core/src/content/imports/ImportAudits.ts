/** The reason why changes of imports are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Imports are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "imports", none: "work" },
  { table: "import_parts", none: "work" }
]
