import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Accounts`, which is loaded when it is first called. */
export const accounts = lazyService("Accounts", () => import("./Accounts.js"), [
  "list",
  "get",
  "invite",
  "update",
  "reset",
  "erase",
  "createLink"
])
