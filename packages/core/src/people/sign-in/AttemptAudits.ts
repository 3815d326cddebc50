/** Why no change of sign-in attempts is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How sign-in attempts are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "sign_in_attempts", none: "uses" }]
