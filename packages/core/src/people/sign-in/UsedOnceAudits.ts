/** Why no change of what is used once is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How what is used once are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "used_once", none: "uses" }]
