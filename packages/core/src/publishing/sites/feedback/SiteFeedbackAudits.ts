/** Why no change of feedback is an audit event. */
import type { Auditing } from "../../../storage/rows/Audited.js"

/** How feedback are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "site_feedback", none: "readers" }]
