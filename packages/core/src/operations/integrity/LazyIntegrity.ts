import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Integrity`, which is loaded when it is first called. */
export const integrity = lazyService("Integrity", () => import("./Integrity.js"), ["check", "repair"])
