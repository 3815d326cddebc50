import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `AccessExplanations`, which is loaded when it is first called. */
export const accessExplanations = lazyService("AccessExplanations", () => import("./AccessExplanations.js"), [
  "explain",
  "preview"
])
