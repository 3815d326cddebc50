import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Teams`, which is loaded when it is first called. */
export const teams = lazyService("Teams", () => import("./Teams.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove",
  "ofMember",
  "members",
  "updateMembers",
  "setMember",
  "removeMember"
])
