import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { PdfsTable } from "./PdfsTable.js"

/**
 * `PdfRepository`, which is loaded with the first service that uses it, and its tables, which are declared immediately.
 */
export const pdfRepository = withTables(
  lazyService("PdfRepository", () => import("./PdfRepository.js"), ["find", "put", "forget", "purge"]),
  [PdfsTable],
  ({ purge }) => ({ purge })
)
