import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `ProviderSignIn`, which is loaded when it is first called. */
export const providerSignIn = lazyService("ProviderSignIn", () => import("./ProviderSignIn.js"), [
  "admit",
  "confirm",
  "connect"
])
