/** Text between `{% if %}` and `{% endif %}`: shown if its condition holds. */
import { tagAt } from "./BlockTag.js"
import { opaqueRanges } from "./ReferenceSearch.js"

/** Whether a condition is true for the reader. */
export type Holds = (condition: string) => boolean

/** The part of a text that a reader is shown, and whether conditions affected it. */
export interface VisibleText {
  readonly markdown: string
  readonly isConditional: boolean
}

/** An open conditional: whether the current branch is shown, and whether an earlier one was. */
interface Choice {
  isShown: boolean
  wasShown: boolean
}

const mayHave = /\{%-?[ \t]*if\b/

/**
 * A text without the branches of `{% if %}`, `{% elseif %}` and `{% else %}` that are not for its reader, and without
 * these tags. An unclosed `{% if %}` extends to the end of the text. Code is left untouched.
 */
export const visibleText = (markdown: string, holds: Holds): VisibleText => {
  if (!mayHave.test(markdown)) return { markdown, isConditional: false }
  const inside = opaqueRanges(markdown)
  const choices: Array<Choice> = []
  const isShown = () => choices.every((choice) => choice.isShown)
  let text = ""
  let from = 0
  let isConditional = false
  for (let at = markdown.indexOf("{%"); at >= 0; at = markdown.indexOf("{%", at + 2)) {
    const tag = inside(at) ? undefined : tagAt(markdown, at)
    if (tag === undefined || !/^(?:if|elseif|else|endif)$/.test(tag.name)) continue
    if (isShown()) text += markdown.slice(from, tag.start)
    from = tag.end
    const choice = choices.at(-1)
    if (tag.name === "if") {
      isConditional = true
      const is = isShown() && holds(tag.text)
      choices.push({ isShown: is, wasShown: is })
    } else if (choice !== undefined && tag.name === "endif") choices.pop()
    else if (choice !== undefined) {
      const isNext = !choice.wasShown
      choice.isShown = false
      const isOpen = choices.slice(0, -1).every((outer) => outer.isShown)
      choice.isShown = isNext && isOpen && (tag.name === "else" || holds(tag.text))
      choice.wasShown ||= choice.isShown
    }
  }
  if (isShown()) text += markdown.slice(from)
  return { markdown: text, isConditional }
}
