/**
 * Changes of a text: CodeMirror's `ChangeSet` as JSON (https://codemirror.net/docs/ref/#state.ChangeSet^fromJSON), which is
 * a list of parts. A number keeps so many characters; `[deleted, ...lines]` deletes so many and inserts lines, joined by
 * line feeds. Positions count UTF-16 units.
 */
import * as Schema from "effect/Schema"

/** The parts of a change at most. */
const mostParts = 10_000

const Length = Schema.Number.pipe(Schema.int(), Schema.nonNegative())

/** A line holds whole characters, not half of a surrogate pair. */
const Line = Schema.String.pipe(Schema.filter((line) => !line.includes("\n") && !/\p{Surrogate}/u.test(line)))

const Part = Schema.Union(Length, Schema.Tuple([Length], Line)).annotations({
  message: () => ({
    message: "expected a length, or [length, ...lines] with lines of whole characters and without line feeds",
    override: true
  })
})

/** A change of a text, in JSON. */
export const TextChange = Schema.Array(Part).pipe(
  Schema.maxItems(mostParts),
  Schema.annotations({
    description:
      "A change as CodeMirror writes it (`ChangeSet.toJSON()`): a number keeps so many UTF-16 units of the text, `[n, …lines]` deletes n of them and inserts the lines."
  })
)
export type TextChange = typeof TextChange.Type
