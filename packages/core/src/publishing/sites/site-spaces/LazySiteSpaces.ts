import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteSpaces`, which is loaded when it is first called. */
export const siteSpaces = lazyService("SiteSpaces", () => import("./SiteSpaces.js"), [
  "list",
  "add",
  "update",
  "remove",
  "move"
])
