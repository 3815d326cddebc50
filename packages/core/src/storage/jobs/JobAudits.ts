/** The reason why changes of jobs are not audit events. */
import type { Auditing } from "../rows/Audited.js"

/** Jobs are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "jobs", none: "work" }]
