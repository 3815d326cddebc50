/** Why no change of queued updates is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How queued updates are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "pending_index", none: "derived" }]
