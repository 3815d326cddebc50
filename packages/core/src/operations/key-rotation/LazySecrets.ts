import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Secrets`, which is loaded when it is first called. */
export const secrets = lazyService("Secrets", () => import("./Secrets.js"), ["keys", "reseal"])
