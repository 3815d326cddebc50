import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ContentSync`, which is loaded when it is first called. */
export const contentSync = lazyService("ContentSync", () => import("./ContentSync.js"), [
  "apply",
  "create",
  "folder",
  "snapshot"
])
