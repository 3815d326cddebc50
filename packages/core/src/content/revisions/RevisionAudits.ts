/** Why no change of revisions is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How revisions are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "revisions", none: "content" }]
