import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `OpenIdProviders`, which is loaded when it is first called. */
export const openIdProviders = lazyService("OpenIdProviders", () => import("./OpenIdProviders.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove"
])
