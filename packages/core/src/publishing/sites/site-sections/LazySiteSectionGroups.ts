import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `SiteSectionGroups`, which is loaded when it is first called. */
export const siteSectionGroups = lazyService("SiteSectionGroups", () => import("./SiteSectionGroups.js"), [
  "list",
  "add",
  "update",
  "remove",
  "addSection",
  "removeSection",
  "move"
])
