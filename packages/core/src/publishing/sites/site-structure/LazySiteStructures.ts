import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteStructures`, which is loaded when it is first called. */
export const siteStructures = lazyService("SiteStructures", () => import("./SiteStructures.js"), ["get", "sort"])
