import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Credentials`, which is loaded when it is first called. */
export const credentials = lazyService("Credentials", () => import("./Credentials.js"), [
  "get",
  "setPassword",
  "proposeTotp",
  "confirmTotp",
  "removeTotp",
  "passkeyOptions",
  "addPasskey",
  "removePasskey"
])
