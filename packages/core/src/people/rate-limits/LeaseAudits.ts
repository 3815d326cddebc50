/** The reason why changes of rate-limit leases are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Leases of rate limits are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "rate_leases", none: "uses" }]
