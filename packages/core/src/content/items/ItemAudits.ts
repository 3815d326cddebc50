/** Why no change of items is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How items are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "items", none: "content" }]
