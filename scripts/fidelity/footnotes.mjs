/** Extracts the footnotes of GitHub's markdown. */

const definition = /^\[\^([^\]\s]+)\]:[ \t]*/
/** Matches a fence, including one at the beginning of an item or quote. */
const fence = /^(?:\s|>|[-*+]\s|\d+[.)]\s)*(`{3,}(?=[^`]*$)|~{3,})/

/** A text without its footnotes, and the text of each footnote. Code is never a footnote, even if it looks like one. */
export const takeFootnotes = (markdown) => {
  const lines = []
  const notes = []
  let open
  let inNote = false
  for (const line of markdown.split("\n")) {
    const found = open === undefined ? definition.exec(line) : null
    if (found !== null) {
      notes.push({ label: found[1], lines: [line.slice(found[0].length)] })
      inNote = true
      continue
    }
    if (inNote && /^(?: {4}|\t|\s*$)/.test(line)) {
      notes.at(-1).lines.push(line.replace(/^(?: {4}|\t)/, ""))
      continue
    }
    inNote = false
    const marks = fence.exec(line)?.[1]
    if (open === undefined) open = marks
    else if (marks?.startsWith(open) && line.trim() === marks) open = undefined
    lines.push(line)
  }
  return { text: lines.join("\n"), notes: notes.map(({ label, lines: own }) => ({ label, text: own.join("\n") })) }
}
