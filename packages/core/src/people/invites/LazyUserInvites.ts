import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `UserInvites`, which is loaded when it is first called. */
export const userInvites = lazyService("UserInvites", () => import("./UserInvites.js"), ["list", "accept", "decline"])
