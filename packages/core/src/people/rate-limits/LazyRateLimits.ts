import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `RateLimits`, which is loaded when it is first called. */
export const rateLimits = lazyService("RateLimits", () => import("./RateLimits.js"), ["take", "wrongSecret", "clean"])
