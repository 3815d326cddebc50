/** The comparison of two texts with all of their blocks, as a task. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { DialectName } from "../dialects/DialectName.js"
import type { ComparedBlock } from "./ItemComparison.js"

/** The two versions of a text; one is absent if it does not exist there. */
export interface Versions {
  readonly before?: string
  readonly after?: string
  /** The dialect of both, if it is another one than GitBook's. */
  readonly dialect?: DialectName | undefined
}

const texts = lazy("the comparison of texts", () => import("./ComparedTexts.js"))

/** The `comparedBlocks` of two versions of a text. */
export const comparedTextsTask: Task<Versions, ReadonlyArray<ComparedBlock>> = {
  name: "text/compared",
  size: ({ after = "", before = "" }) => before.length + after.length,
  run: (versions) => texts.use(({ comparedBlocks }) => comparedBlocks(versions))
}
