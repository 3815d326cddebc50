import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Imports`, which is loaded when it is first called. */
export const imports = lazyService("Imports", () => import("./Imports.js"), ["start", "run", "get", "cancel"])
