import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `SamlSignIn`, which is loaded when it is first called. */
export const samlSignIn = lazyService("SamlSignIn", () => import("./SamlSignIn.js"), [
  "metadata",
  "start",
  "finish",
  "signOut",
  "logout"
])
