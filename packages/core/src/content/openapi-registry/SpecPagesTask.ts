/** Computing the pages of a specification, as a task. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { SpecPages } from "../../text/openapi/SpecPages.js"

/** A stored specification, its slug, and whether its schemas have a page. */
export interface KeptPages {
  readonly bytes: Uint8Array
  readonly slug: string
  readonly models: boolean
}

const specifications = lazy("the reader of specifications", () => import("./SpecTasks.js"))

/** The pages of a stored specification. */
export const pagesTask: Task<KeptPages, SpecPages> = {
  name: "specification/pages",
  size: ({ bytes }) => bytes.length,
  run: (kept) => specifications.use(({ pagesOf }) => pagesOf(kept))
}
