/** The lengths of the measured texts. */
import { commentBounds, pageBounds } from "@lectern/core/internal/text/markdown/TextBounds"
import { boundsProblem } from "@lectern/core/internal/text/markdown/TextCounts"
import type { TextBounds } from "@lectern/core/internal/text/markdown/TextSize"
import type { HostileText } from "../HostileTexts.js"

/** The space left free for the few words that are added to a text. */
const spare = 64
/** A text that is allowed at no length of at least this many bytes is refused at any. */
const shortest = 1000
/** The precision to which the longest allowed text is found, as a part of the largest length that a text may have. */
const precision = 1 / 64

/** The most bytes that a text may have for the bounds to allow it; 0 if it is refused at any length. */
const longest = (make: HostileText["make"], bounds: TextBounds): number => {
  const isAllowed = (length: number) => boundsProblem(make(length), bounds) === undefined
  let [allowed, refused] = [0, bounds.bytes - spare]
  if (isAllowed(refused)) return refused
  while (refused - allowed > Math.max(shortest, allowed) * precision) {
    const middle = (allowed + refused) >> 1
    if (isAllowed(middle)) allowed = middle
    else refused = middle
  }
  return allowed < shortest ? 0 : allowed
}

/** The most bytes of a text that a page may have, and a comment. */
export const longestOf = ({ make }: HostileText) => ({
  page: longest(make, pageBounds),
  comment: longest(make, commentBounds)
})

/** Long enough to be a long PDF, and short enough to be set before it is stopped. */
export const printed = 96 * 1024
