/** The reason why changes of feedback are not audit events. */
import type { Auditing } from "../../../storage/rows/Audited.js"

/** Feedback is not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "site_feedback", none: "readers" }]
