/** Why no change of uses of blobs is an audit event. */
import type { Auditing } from "../rows/Audited.js"

/** How uses of blobs are audited: not at all. */
export const audits: ReadonlyArray<Auditing> = [{ table: "blob_references", none: "derived" }]
