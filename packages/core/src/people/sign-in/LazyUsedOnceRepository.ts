import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { UsedOnceTable } from "./UsedOnceTable.js"

/**
 * `UsedOnceRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const usedOnceRepository = withTables(
  lazyService("UsedOnceRepository", () => import("./UsedOnceRepository.js"), ["use", "clean"]),
  [UsedOnceTable]
)
