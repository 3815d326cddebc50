/** The reason why changes of queued updates are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Queued updates are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "pending_index", none: "derived" }]
