/** The reason why changes of revisions are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Revisions are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "revisions", none: "content" }]
