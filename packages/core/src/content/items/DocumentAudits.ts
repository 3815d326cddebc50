/** The reason why changes of bodies are not audit events. */
import type { Auditing } from "../../storage/rows/Audited.js"

/** Bodies are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "documents", none: "content" }]
