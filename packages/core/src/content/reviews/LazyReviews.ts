import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Reviews`, which is loaded when it is first called. */
export const reviews = lazyService("Reviews", () => import("./Reviews.js"), [
  "list",
  "submit",
  "requested",
  "request",
  "withdraw"
])
