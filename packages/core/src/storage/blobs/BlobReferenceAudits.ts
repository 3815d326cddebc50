/** The reason why changes of uses of blobs are not audit events. */
import type { Auditing } from "../rows/Audited.js"

/** Uses of blobs are not audited. */
export const audits: ReadonlyArray<Auditing> = [{ table: "blob_references", none: "derived" }]
