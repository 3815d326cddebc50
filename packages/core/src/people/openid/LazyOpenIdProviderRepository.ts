import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { OpenIdProvidersTable } from "./OpenIdProvidersTable.js"

/**
 * `OpenIdProviderRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const openIdProviderRepository = withTables(
  lazyService("OpenIdProviderRepository", () => import("./OpenIdProviderRepository.js"), [
    "find",
    "list",
    "count",
    "insert",
    "replace",
    "remove"
  ]),
  [OpenIdProvidersTable]
)
