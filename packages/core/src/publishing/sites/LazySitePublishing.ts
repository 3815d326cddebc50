import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `SitePublishing`, which is loaded when it is first called. */
export const sitePublishing = lazyService("SitePublishing", () => import("./SitePublishing.js"), [
  "auth",
  "updateAuth",
  "regenerateAuth",
  "rotateKey",
  "removeKey"
])
