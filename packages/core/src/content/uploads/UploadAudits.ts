/** The reason why changes of uploads are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Uploads are not audited. */
export const audits: ReadonlyArray<Auditing> = [
  { table: "uploads", none: "work" },
  { table: "upload_parts", none: "work" }
]
