import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ComputedPages`, which is loaded when it is first called. */
export const computedPages = lazyService("ComputedPages", () => import("./ComputedPages.js"), [
  "evaluate",
  "specification",
  "version"
])
