import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Sites`, which is loaded when it is first called. */
export const sites = lazyService("Sites", () => import("./Sites.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove",
  "publish",
  "unpublish"
])
