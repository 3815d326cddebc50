/** Computing the pages of a specification, as a task. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"
import type { KeptPages } from "./SpecTasks.js"

const specifications = lazy("the reader of specifications", () => import("./SpecTasks.js"))

/** The pages of a stored specification. */
export const pagesTask: Task<KeptPages, SpecPages> = {
  name: "specification/pages",
  size: ({ bytes }) => bytes.length,
  run: (kept) => specifications.use(({ pagesOf }) => pagesOf(kept))
}
