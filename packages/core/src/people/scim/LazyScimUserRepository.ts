import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { ScimUsersTable } from "./ScimUsersTable.js"

/**
 * `ScimUserRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const scimUserRepository = withTables(
  lazyService("ScimUserRepository", () => import("./ScimUserRepository.js"), [
    "find",
    "byUserName",
    "byExternalId",
    "put",
    "remove"
  ]),
  [ScimUsersTable],
  ({ remove }) => ({ leave: remove })
)
