import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ServiceTokens`, which is loaded when it is first called. */
export const serviceTokens = lazyService("ServiceTokens", () => import("./ServiceTokens.js"), [
  "list",
  "create",
  "update",
  "rotate",
  "remove"
])
