import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Members`, which is loaded when it is first called. */
export const members = lazyService("Members", () => import("./Members.js"), [
  "list",
  "get",
  "add",
  "update",
  "setSso",
  "remove",
  "ping",
  "spaces"
])
