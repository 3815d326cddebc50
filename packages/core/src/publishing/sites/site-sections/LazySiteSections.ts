import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteSections`, which is loaded when it is first called. */
export const siteSections = lazyService("SiteSections", () => import("./SiteSections.js"), [
  "list",
  "add",
  "update",
  "remove",
  "move"
])
