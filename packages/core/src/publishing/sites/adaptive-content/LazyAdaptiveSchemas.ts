import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `AdaptiveSchemas`, which is loaded when it is first called. */
export const adaptiveSchemas = lazyService("AdaptiveSchemas", () => import("./AdaptiveSchemas.js"), [
  "get",
  "set",
  "templateConditions"
])
