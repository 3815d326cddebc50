import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Blobs`, which is loaded when it is first called. */
export const blobs = lazyService("Blobs", () => import("./Blobs.js"), [], { collect: "loaded" })
