/** The reason why changes of items are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Items are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "items", none: "content" }]
