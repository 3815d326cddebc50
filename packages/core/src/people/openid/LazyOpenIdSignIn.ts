import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `OpenIdSignIn`, which is loaded when it is first called. */
export const openIdSignIn = lazyService("OpenIdSignIn", () => import("./OpenIdSignIn.js"), [
  "serverLabel",
  "ways",
  "begin",
  "complete"
])
