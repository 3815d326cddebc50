import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteFeedbacks`, which is loaded when it is first called. */
export const siteFeedbacks = lazyService("SiteFeedbacks", () => import("./SiteFeedbacks.js"), [
  "list",
  "give",
  "searched"
])
