import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `OpenAPISpecs`, which is loaded when it is first called. */
export const openAPISpecs = lazyService("OpenAPISpecs", () => import("./OpenAPISpecs.js"), [
  "list",
  "create",
  "get",
  "put",
  "update",
  "remove",
  "versions",
  "version",
  "content",
  "published",
  "signed",
  "refreshDue"
])
