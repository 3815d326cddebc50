import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ChangeRequests`, which is loaded when it is first called. */
export const changeRequests = lazyService("ChangeRequests", () => import("./ChangeRequests.js"), [
  "list",
  "create",
  "get",
  "update",
  "merge",
  "pull",
  "contributors",
  "changes",
  "conflicts",
  "resolve"
])
