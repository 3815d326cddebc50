/** The job of an import. */
import { jobKind } from "../../storage/jobs/JobKind.js"
import type { ImportId } from "./ImportId.js"

/** The job that performs an import, by its id. */
export const importJob = jobKind<{ readonly import: ImportId }>("Import", ({ import: id }) => `import/${id}`)
