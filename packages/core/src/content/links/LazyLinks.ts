import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Links`, which is loaded when it is first called. */
export const links = lazyService("Links", () => import("./Links.js"), ["list", "ofPage", "toPage", "toFile"])
