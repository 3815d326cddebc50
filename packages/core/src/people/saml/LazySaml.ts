import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Saml`, which is loaded when it is first called. */
export const saml = lazyService("Saml", () => import("./Saml.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove",
  "logins"
])
