import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Invites`, which is loaded when it is first called. */
export const invites = lazyService("Invites", () => import("./Invites.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove",
  "inviteUsers",
  "joinWith",
  "join"
])
