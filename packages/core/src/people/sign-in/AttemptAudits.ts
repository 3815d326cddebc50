/** The reason why changes of sign-in attempts are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Sign-in attempts are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "sign_in_attempts", none: "uses" }]
