import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { UploadPartsTable, UploadsTable } from "./UploadTables.js"

/**
 * `UploadRepository`, which is loaded with the first service that uses it, and its tables, which are declared
 * immediately.
 */
export const uploadRepository = withTables(
  lazyService("UploadRepository", () => import("./UploadRepository.js"), [
    "find",
    "insert",
    "replace",
    "remove",
    "expired",
    "addPart",
    "parts",
    "join"
  ]),
  [UploadsTable, UploadPartsTable]
)
