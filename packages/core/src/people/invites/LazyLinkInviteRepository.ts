import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { LinkInvitesTable, LinkInviteTargetsTable } from "./LinkInviteTables.js"

/**
 * `LinkInviteRepository`, which is loaded with the first service that uses it, and its tables, which are declared
 * immediately.
 */
export const linkInviteRepository = withTables(
  lazyService("LinkInviteRepository", () => import("./LinkInviteRepository.js"), [
    "find",
    "list",
    "count",
    "insert",
    "replace",
    "remove",
    "toContent",
    "removeOn"
  ]),
  [LinkInvitesTable, LinkInviteTargetsTable],
  ({ removeOn }) => ({ removeOn, transfer: removeOn })
)
