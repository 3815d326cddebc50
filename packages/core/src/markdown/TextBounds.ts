/**
 * How much one text may have. The bounds hold where a text enters (an edit, a comment, an import), far above what real
 * pages have, and nowhere else: what is stored already, or comes out of a merge, is read whatever it has.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Conflict, type Invalid, invalid, type Unavailable } from "../errors/Errors.js"
import { lazy } from "../loading/Lazy.js"
import type { Task, WorkersService } from "../workers/Workers.js"
import type { TextCounts } from "./TextCounts.js"

/** The most that a text may have. */
export interface TextBounds extends TextCounts {
  /** Its length in UTF-8. */
  readonly bytes: number
}

/** The bounds of a page, unless the engine is given a length of its own. */
export const pageBounds: TextBounds = { bytes: 1024 * 1024, links: 5_000, headings: 5_000, nesting: 90 }

/** The bounds of a comment and of a reply. */
export const commentBounds: TextBounds = { bytes: 64 * 1024, links: 1_000, headings: 1_000, nesting: 90 }

/** The most bytes that a page may be allowed to have. */
export const largestPage = 4 * 1024 * 1024

/** The bounds of the pages of an engine. */
export class PageBounds extends Context.Reference<PageBounds>()("@lectern/core/PageBounds", {
  defaultValue: () => pageBounds
}) {}

/** Bounds of pages with a length of their own: from 1 byte to {@link largestPage}. */
export const pageBoundsOf = (bytes: number = pageBounds.bytes): TextBounds => ({
  ...pageBounds,
  bytes: Math.max(1, Math.min(bytes, largestPage))
})

/** {@link PageBounds} with the length of {@link pageBoundsOf}. */
export const layerPageBounds = (bytes?: number): Layer.Layer<PageBounds> =>
  Layer.succeed(PageBounds, pageBoundsOf(bytes))

const encoder = new TextEncoder()

/** A text's length in bytes of UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length

const countedIn: ReadonlyArray<keyof TextCounts> = ["links", "headings", "nesting"]
const named = { links: "links", headings: "headings", nesting: "levels of nesting" } as const

/** What of a text that was read is too much; `undefined` where nothing is. */
export const countProblem = (counts: TextCounts, bounds: TextBounds): string | undefined => {
  const over = countedIn.find((key) => counts[key] > bounds[key])
  return over === undefined ? undefined : `expected at most ${bounds[over]} ${named[over]}, got ${counts[over]}`
}

/** What is wrong with a text's length; `undefined` where nothing is. */
export const lengthProblem = (text: string, { bytes }: TextBounds): string | undefined => {
  if (text.length * 3 <= bytes) return undefined
  const length = byteLength(text)
  return length <= bytes ? undefined : `expected at most ${bytes} bytes, got ${length}`
}

/** How long the beginning of a line is at least that nests as deeply as is not allowed. */
const deepLine = /^[ \t>*+\-\d.)]{16}/m

const occurs = (text: string, part: string, times: number): boolean => {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) if (++count > times) return true
  return false
}

/** Whether a text may have more than is allowed: a cheap scan, of which `false` is certain. */
export const mayExceed = (text: string, { headings, links, nesting }: TextBounds): boolean =>
  occurs(text, "\n", headings - 1) ||
  ["]", "<", "=", "{%"].some((part) => occurs(text, part, links / 4)) ||
  occurs(text, "{%", nesting / 2) ||
  deepLine.test(text)

const counting = lazy("the counting of texts", () => import("./TextCounts.js"))

/** What of a text its counts tell to be too much, as a task: counting takes as long as reading the text. */
export const boundsTask: Task<{ readonly text: string; readonly bounds: TextBounds }, string | undefined> = {
  name: "text/bounds",
  size: ({ text }) => text.length,
  run: ({ bounds, text }) => counting.use(({ countText }) => countProblem(countText(text), bounds))
}

/**
 * What of a text is more than its bounds allow, with both numbers, found wherever long work is done; most texts are known
 * to be within their bounds without reading.
 */
export const findBoundsProblem = (
  workers: WorkersService,
  text: string,
  bounds: TextBounds
): Effect.Effect<string | undefined, Conflict | Unavailable> =>
  Effect.suspend(() => {
    const problem = lengthProblem(text, bounds)
    if (problem !== undefined || !mayExceed(text, bounds)) return Effect.succeed(problem)
    return workers.run(boundsTask, { text, bounds })
  })

/** Fails with `Invalid`, which names the field and the bound, where a text is more than its bounds allow. */
export const requireBounds = (
  workers: WorkersService,
  field: string,
  text: string,
  bounds: TextBounds
): Effect.Effect<void, Invalid | Conflict | Unavailable> =>
  Effect.flatMap(findBoundsProblem(workers, text, bounds), (problem) =>
    problem === undefined ? Effect.void : Effect.fail(invalid(field, problem))
  )
