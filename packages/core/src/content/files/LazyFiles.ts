import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Files`, which is loaded when it is first called. */
export const files = lazyService("Files", () => import("./Files.js"), ["upload"])
