/** The choice of the measured hostile texts. */
import { hostilePages } from "../HostilePages.js"
import { type HostileText, hostileTexts } from "../HostileTexts.js"

const all: ReadonlyArray<HostileText> = [...hostileTexts, ...hostilePages]

/**
 * The hardest text of each family: the texts of a family stress the same code, so that one of them represents all.
 * Every text takes a server some ten seconds, so all of them take half an hour.
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
  "conflict markers",
  "diagrams: a flow chart of two rows",
  "diagrams: a flow chart with labels of a chain",
  "diagrams: a state diagram of lines in a tangle",
  "diagrams: a class diagram of a star",
  "diagrams: an entity diagram of everything joined",
  "diagrams: a sequence diagram of a chain",
  "diagrams: a flow chart of nested groups",
  "short formulas",
  "long formulas",
  "macros in formulas",
  "code in colour"
])

/**
 * The texts selected by the environment: `LECTERN_WORST_TEXT` is `all`, or parts of the names of texts, with commas
 * between them; without it, {@link hardest}.
 */
export const chosenTexts = (): ReadonlyArray<HostileText> => {
  const asked = process.env.LECTERN_WORST_TEXT
  if (asked === undefined) return all.filter(({ name }) => hardest.has(name))
  const chosen = all.filter(({ name }) => asked === "all" || asked.split(",").some((part) => name.includes(part)))
  if (chosen.length === 0) throw new Error(`LECTERN_WORST_TEXT: no text has any of ${asked} in its name`)
  return chosen
}
