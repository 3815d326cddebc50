import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `ShareLinks`, which is loaded when it is first called. */
export const shareLinks = lazyService("ShareLinks", () => import("./ShareLinks.js"), [
  "list",
  "create",
  "update",
  "renew",
  "remove"
])
