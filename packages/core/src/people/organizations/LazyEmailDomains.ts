import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `EmailDomains`, which is loaded when it is first called. */
export const emailDomains = lazyService("EmailDomains", () => import("./EmailDomains.js"), ["verify"])
