/** Why no change of bodies is an audit event. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** How bodies are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "documents", none: "content" }]
