/** Why no change of PDFs is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How PDFs are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "pdfs", none: "work" }]
