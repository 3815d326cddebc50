/** Writes steps. */
import { trimLines } from "./Blocks.js"
import { fenceEnd } from "./Code.js"

const heading = /^ {0,3}(#{1,6})[ \t]/

const step = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  "{% step %}",
  ...trimLines(lines),
  "{% endstep %}"
]

/** The lines at which steps begin: headings outside other blocks, of the level of the first one or above. */
const starts = (lines: ReadonlyArray<string>): ReadonlyArray<number> => {
  const found: Array<number> = []
  let depth = 0
  let level = 0
  for (let at = 0; at < lines.length; at = Math.max(at + 1, fenceEnd(lines, at))) {
    const tag = /^\s*\{% (end)?/.exec(lines[at]!)
    if (tag !== null) depth += tag[1] === undefined ? 1 : -1
    const marks = depth === 0 ? heading.exec(lines[at]!)?.[1]?.length : undefined
    if (marks === undefined) continue
    if (level === 0) level = marks
    if (marks <= level) found.push(at)
  }
  return found
}

/** Steps around lines: those that are steps already, or those that begin with headings. */
export const steps = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const from = lines.some((line) => line.trim() === "{% step %}") ? [] : starts(lines)
  if (from.length === 0) return ["{% stepper %}", ...lines, "{% endstepper %}"]
  return [
    ...lines.slice(0, from[0]),
    "{% stepper %}",
    ...from.flatMap((at, index) => step(lines.slice(at, from[index + 1]))),
    "{% endstepper %}"
  ]
}
