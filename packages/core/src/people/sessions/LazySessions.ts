import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Sessions`, which is loaded when it is first called. */
export const sessions = lazyService("Sessions", () => import("./Sessions.js"), [
  "authenticate",
  "signOut",
  "list",
  "revoke",
  "revokeOthers"
])
