/** The reason why changes of PDFs are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** PDFs are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "pdfs", none: "work" }]
