import * as Effect from "effect/Effect"
import { FileLimits } from "../../storage/blobs/FileLimits.js"
import { lazyService } from "../../storage/services/LazyService.js"

/** The service of `Uploads`, which is loaded when it is first called. */
export const uploads = lazyService(
  "Uploads",
  () => import("./Uploads.js"),
  ["create", "begin", "append", "get", "remove"],
  { clean: "loaded", maxSize: Effect.map(FileLimits, ({ maxFileBytes }) => maxFileBytes) }
)
