/** Texts of sentences that are moved and changed, and where words of them must be found. */
import { FastCheck as fc } from "effect"

/** Sentences, some of which are alike. */
const sentence = fc.oneof(
  { weight: 4, arbitrary: fc.nat(500).map((number) => `Sentence ${number} says what number ${number * 7} means.`) },
  { weight: 2, arbitrary: fc.constantFrom("This is the same everywhere.", "See the next section.", "- [ ] todo") },
  { weight: 1, arbitrary: fc.constantFrom("| yes | no |", "Ja 😀 é语.", "x", "# Title") }
)
const separator = fc.constantFrom(" ", "\n", "\n\n", "\r\n", "\n\n## Part\n\n")
const piece = fc.tuple(sentence, separator).map((parts) => parts.join(""))

/** A text of such sentences. */
export const storyText = fc.array(piece, { minLength: 1, maxLength: 30 }).map((pieces) => pieces.join(""))

/** A text of few letters, so that much of it repeats. */
export const alphabetText = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "😀"), maxLength: 40 })

const step = fc.record({
  kind: fc.constantFrom("insert", "remove", "move", "move", "replace", "typo"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  long: fc.integer({ min: 1, max: 5 }),
  text: piece
})

/** A text after some of its sentences were moved, removed and changed, and others added. */
export const movedText = (text: string): fc.Arbitrary<string> =>
  fc.array(step, { maxLength: 6 }).map((steps) => {
    let pieces: ReadonlyArray<string> = text.match(/[^.\n]*[.\n]+\s*|[^.\n]+/g) ?? []
    for (const { at, kind, long, text, to } of steps) {
      const from = Math.floor(at * pieces.length)
      const taken = pieces.slice(from, from + long)
      const rest = [...pieces.slice(0, from), ...pieces.slice(from + long)]
      const place = Math.floor(to * rest.length)
      if (kind === "insert") pieces = [...pieces.slice(0, from), text, ...pieces.slice(from)]
      else if (kind === "remove") pieces = rest
      else if (kind === "move") pieces = [...rest.slice(0, place), ...taken, ...rest.slice(place)]
      else if (kind === "replace") pieces = [...pieces.slice(0, from), text, ...pieces.slice(from + 1)]
      else pieces = pieces.map((each, index) => (index === from ? `${each.slice(0, 3)}~${each.slice(3)}` : each))
    }
    return pieces.join("")
  })

/** How often words stand in a text, counting those that overlap. */
export const countOf = (text: string, words: string): number => {
  let count = 0
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) count++
  return count
}

/** The number of characters on either side by which equal words are told apart. */
const surroundings = 32

/**
 * Where words must be found: where they stand alone before and after, or alone have all of their surroundings;
 * `undefined` if it is open which ones they are.
 */
export const expectedPlace = (
  before: string,
  after: string,
  { end, start }: { readonly start: number; readonly end: number }
): number | undefined => {
  const words = before.slice(start, end)
  const lead = before.slice(Math.max(0, start - surroundings), start)
  const all = lead + words + before.slice(end, end + surroundings)
  if (countOf(after, all) === 1) return after.indexOf(all) + lead.length
  return countOf(before, words) === 1 && countOf(after, words) === 1 ? after.indexOf(words) : undefined
}
