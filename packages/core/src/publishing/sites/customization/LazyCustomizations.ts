import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `Customizations`, which is loaded when it is first called. */
export const customizations = lazyService("Customizations", () => import("./Customizations.js"), ["get", "set"])
