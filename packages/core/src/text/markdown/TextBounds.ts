/**
 * The limits of one text. They apply where a text enters (an edit, a comment, an import), and are far above what real
 * pages have. They apply nowhere else: a text that is already stored, or results from a merge, is always read.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Conflict, type Invalid, invalid, type Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task, WorkersService } from "../../foundation/workers/Workers.js"
import { lengthProblem, type TextBounds } from "./TextSize.js"

/** The bounds of a page, unless the engine is configured with another length. */
export const pageBounds: TextBounds = { bytes: 1024 * 1024, links: 5_000, headings: 5_000, nesting: 90 }

/** The bounds of a comment and of a reply. */
export const commentBounds: TextBounds = { bytes: 64 * 1024, links: 1_000, headings: 1_000, nesting: 90 }

/** The highest limit that can be configured for a page, in bytes. */
export const largestPage = 4 * 1024 * 1024

/** The bounds of the pages of an engine. */
export class PageBounds extends Context.Reference<PageBounds>()("@lectern/core/PageBounds", {
  defaultValue: () => pageBounds
}) {}

/** The bounds of pages with a configured length: from 1 byte to {@link largestPage}. */
export const pageBoundsOf = (bytes: number = pageBounds.bytes): TextBounds => ({
  ...pageBounds,
  bytes: Math.max(1, Math.min(bytes, largestPage))
})

/** {@link PageBounds} with the length given to {@link pageBoundsOf}. */
export const layerPageBounds = (bytes?: number): Layer.Layer<PageBounds> =>
  Layer.succeed(PageBounds, pageBoundsOf(bytes))

const scanning = lazy("the scan of texts", () => import("./TextScan.js"))
const counting = lazy("the counting of texts", () => import("./TextCounts.js"))

/** The limit that the counts of a text exceed, as a task: counting takes as long as parsing the text. */
export const boundsTask: Task<{ readonly text: string; readonly bounds: TextBounds }, string | undefined> = {
  name: "text/bounds",
  size: ({ text }) => text.length,
  run: ({ bounds, text }) => counting.use(({ exceeded }) => exceeded(text, bounds))
}

/**
 * The limit that a text exceeds, with both numbers, computed in a worker if need be; most texts are known to be within
 * their limits without parsing.
 */
export const findBoundsProblem = (
  workers: WorkersService,
  text: string,
  bounds: TextBounds
): Effect.Effect<string | undefined, Conflict | Unavailable> =>
  Effect.suspend(() => {
    const problem = lengthProblem(text, bounds)
    // Each level of nesting takes a character, everything else more than that.
    if (problem !== undefined || text.length < bounds.nesting) return Effect.succeed(problem)
    return Effect.flatMap(scanning.load, ({ linesAtOnce, mayExceed }) =>
      mayExceed(text, bounds, linesAtOnce) ? workers.run(boundsTask, { text, bounds }) : Effect.succeed(undefined)
    )
  })

/** Fails with `Invalid`, which names the field and the bound, if a text exceeds its bounds. */
export const requireBounds = (
  workers: WorkersService,
  field: string,
  text: string,
  bounds: TextBounds
): Effect.Effect<void, Invalid | Conflict | Unavailable> =>
  Effect.flatMap(findBoundsProblem(workers, text, bounds), (problem) =>
    problem === undefined ? Effect.void : Effect.fail(invalid(field, problem))
  )
