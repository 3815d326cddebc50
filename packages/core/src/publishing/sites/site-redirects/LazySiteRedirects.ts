import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteRedirects`, which is loaded when it is first called. */
export const siteRedirects = lazyService("SiteRedirects", () => import("./SiteRedirects.js"), [
  "list",
  "create",
  "update",
  "remove"
])
