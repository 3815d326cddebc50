import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Collections`, which is loaded when it is first called. */
export const collections = lazyService("Collections", () => import("./Collections.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove",
  "spaces",
  "move",
  "transfer"
])
