import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Scim`, which is loaded when it is first called. */
export const scim = lazyService("Scim", () => import("./Scim.js"), [
  "users",
  "user",
  "createUser",
  "replaceUser",
  "patchUser",
  "removeUser",
  "groups",
  "group",
  "createGroup",
  "replaceGroup",
  "patchGroup",
  "removeGroup",
  "documents"
])
