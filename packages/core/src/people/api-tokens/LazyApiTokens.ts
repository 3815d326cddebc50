import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ApiTokens`, which is loaded when it is first called. */
export const apiTokens = lazyService(
  "ApiTokens",
  () => import("./ApiTokens.js"),
  ["create", "rotate", "createFixed", "list", "revoke", "authenticate"],
  { recordUses: "loaded" }
)
