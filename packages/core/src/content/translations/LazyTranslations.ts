import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Translations`, which is loaded when it is first called. */
export const translations = lazyService("Translations", () => import("./Translations.js"), [
  "list",
  "create",
  "get",
  "update",
  "remove"
])
