import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { PendingMembersTable } from "./PendingMembersTable.js"

/**
 * `PendingMemberRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const pendingMemberRepository = withTables(
  lazyService("PendingMemberRepository", () => import("./PendingMemberRepository.js"), [
    "find",
    "of",
    "list",
    "count",
    "insert",
    "replace",
    "remove",
    "removeAll"
  ]),
  [PendingMembersTable],
  ({ removeAll }) => ({ erase: ({ id }) => removeAll(id) })
)
