import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { OneTimeLinksTable } from "./OneTimeLinksTable.js"

/**
 * `OneTimeLinkRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const oneTimeLinkRepository = withTables(
  lazyService("OneTimeLinkRepository", () => import("./OneTimeLinkRepository.js"), [
    "find",
    "ofUser",
    "insert",
    "removeAll",
    "clean"
  ]),
  [OneTimeLinksTable],
  ({ removeAll }) => ({ erase: ({ id }) => removeAll(id) })
)
