/** The comparison of two texts with all of their blocks, as a task. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readBy } from "../dialects/Readings.js"
import type { Versions } from "./ComparedTexts.js"
import type { ComparedBlock } from "./ItemComparison.js"

const texts = lazy("the comparison of texts", () => import("./ComparedTexts.js"))

/** The `comparedBlocks` of two versions of a text. */
export const comparedTextsTask: Task<
  Versions & { readonly dialect?: DialectName | undefined },
  ReadonlyArray<ComparedBlock>
> = {
  name: "text/compared",
  size: ({ after = "", before = "" }) => before.length + after.length,
  run: ({ dialect, ...versions }) =>
    texts.use(({ comparedBlocks }) => readBy(dialect, (reading) => comparedBlocks(versions, reading)))
}
