import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Search`, which is loaded when it is first called. */
export const search = lazyService("Search", () => import("./Search.js"), ["space", "organization", "site"])
