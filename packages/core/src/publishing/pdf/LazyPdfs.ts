import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Pdfs`, which is loaded when it is first called. */
export const pdfs = lazyService("Pdfs", () => import("./Pdfs.js"), ["ofSpace", "ofSite", "ofChangeRequest", "download"])
