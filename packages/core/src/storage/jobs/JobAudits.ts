/** Why no change of jobs is an audit event. */
import type { Auditing } from "../rows/Audited.js"

/** How jobs are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "jobs", none: "work" }]
