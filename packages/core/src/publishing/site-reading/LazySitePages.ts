import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `SitePages`, which is loaded when it is first called. */
export const sitePages = lazyService("SitePages", () => import("./SitePages.js"), [
  "generation",
  "find",
  "onHost",
  "site",
  "outline",
  "page",
  "draft",
  "compute",
  "file",
  "redirect",
  "redirects",
  "send",
  "logo",
  "indexed"
])
