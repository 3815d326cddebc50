/** Which of the hostile texts are measured. */
import { type HostileText, hostileTexts } from "../HostileTexts.js"

/**
 * The hardest of each family: those of a family stress the same code, so that one of them tells of all. Every text takes
 * a server some ten seconds, so all of them take half an hour.
 */
const hardest: ReadonlySet<string> = new Set([
  "links",
  "headings with text",
  "one underlined heading",
  "opening brackets",
  "nested links",
  "image openings",
  "unclosed hints",
  "nested hints",
  "crossing tags",
  "tags with many arguments",
  "expressions",
  "quote lines",
  "deep lists",
  "loose list items",
  "emphasised words",
  "backtick runs",
  "unclosed code fence",
  "nested elements",
  "HTML attributes",
  "square table",
  "definitions and uses",
  "footnotes",
  "plain addresses",
  "front matter of keys",
  "front matter of closed brackets",
  "different words",
  "different one-line blocks",
  "lines of spaces",
  "emoji sequences",
  "conflict markers"
])

/**
 * The texts that the environment asks for: `LECTERN_WORST_TEXT` is `all`, or a part of the names of texts; without it,
 * {@link hardest}.
 */
export const chosenTexts = (): ReadonlyArray<HostileText> => {
  const asked = process.env.LECTERN_WORST_TEXT
  if (asked === undefined) return hostileTexts.filter(({ name }) => hardest.has(name))
  const chosen = hostileTexts.filter(({ name }) => asked === "all" || name.includes(asked))
  if (chosen.length === 0) throw new Error(`LECTERN_WORST_TEXT: no text has ${asked} in its name`)
  return chosen
}
