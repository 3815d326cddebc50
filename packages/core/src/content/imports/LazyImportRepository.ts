import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { ImportPartsTable, ImportsTable } from "./ImportTables.js"

/**
 * `ImportRepository`, which is loaded with the first service that uses it, and its tables, which are declared
 * immediately.
 */
export const importRepository = withTables(
  lazyService("ImportRepository", () => import("./ImportRepository.js"), [
    "find",
    "insert",
    "replace",
    "remove",
    "countOpen",
    "open",
    "endedBefore",
    "into",
    "lastOf",
    "part",
    "has",
    "append",
    "parts",
    "replacePart",
    "countParts",
    "removeParts",
    "purge"
  ]),
  [ImportsTable, ImportPartsTable],
  ({ purge }) => ({ purge })
)
