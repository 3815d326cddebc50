/** Why no change of leases of rate limits is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How leases of rate limits are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "rate_leases", none: "uses" }]
