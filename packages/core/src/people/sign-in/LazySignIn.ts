import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `SignIn`, which is loaded when it is first called. */
export const signIn = lazyService("SignIn", () => import("./SignIn.js"), [
  "password",
  "passkeyOptions",
  "passkey",
  "means",
  "code",
  "confirmPassword",
  "link",
  "redeem",
  "requestReset",
  "clean"
])
