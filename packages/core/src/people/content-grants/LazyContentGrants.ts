import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ContentGrants`, which is loaded when it is first called. */
export const contentGrants = lazyService("ContentGrants", () => import("./ContentGrants.js"), [
  "invite",
  "users",
  "teams",
  "aggregate",
  "siteAggregate",
  "updateUser",
  "removeUser",
  "updateTeam",
  "removeTeam"
])
