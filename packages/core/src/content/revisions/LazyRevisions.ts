import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Revisions`, which is loaded when it is first called. */
export const revisions = lazyService("Revisions", () => import("./Revisions.js"), ["changes", "compare", "rollback"])
