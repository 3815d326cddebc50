/** The job of an import. */
import * as Schema from "effect/Schema"
import { jobKind } from "../jobs/JobKind.js"
import { ImportId } from "./ImportId.js"

/** The job that performs an import, by its id. */
export const importJob = jobKind("Import", Schema.Struct({ import: ImportId }), ({ import: id }) => `import/${id}`)
