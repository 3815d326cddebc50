import { lazyService } from "../../storage/services/LazyService.js"
import { withTables } from "../../storage/services/Service.js"
import { SamlProvidersTable } from "./SamlProvidersTable.js"

/**
 * `SamlProviderRepository`, which is loaded with the first service that uses it, and its table, which is declared
 * immediately.
 */
export const samlProviderRepository = withTables(
  lazyService("SamlProviderRepository", () => import("./SamlProviderRepository.js"), [
    "find",
    "list",
    "count",
    "insert",
    "replace",
    "remove"
  ]),
  [SamlProvidersTable]
)
