/** The reason why records of used-once values cause no audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Records of used-once values are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "used_once", none: "uses" }]
