import { lazyService } from "../../../storage/services/LazyService.js"

/** The service of `PublishedContents`, which is loaded when it is first called. */
export const publishedContents = lazyService("PublishedContents", () => import("./PublishedContents.js"), [
  "get",
  "enter"
])
