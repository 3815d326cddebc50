/** The menu of blocks that `/` opens at the beginning of a line. */
import type { EditorState } from "@codemirror/state"
import { isVerbatim } from "./commands.js"
import { endingAt, withEnding } from "./lineEndings.js"
import type { Suggestion, SuggestionSource } from "./suggestions.js"
import type { EditorTexts, SlashWord } from "./texts.js"

/** What each entry writes; `¦` is where the caret goes. The words behind it find the entry too. */
const entries: Readonly<Record<SlashWord, readonly [markdown: string, also: string]>> = {
  heading1: ["# ¦", "h1"],
  heading2: ["## ¦", "h2"],
  heading3: ["### ¦", "h3"],
  list: ["* ¦", "ul bullet"],
  numbered: ["1. ¦", "ol"],
  tasks: ["* [ ] ¦", "todo checkbox"],
  quote: ["> ¦", "blockquote"],
  code: ["```¦\n\n```", "fence"],
  table: ["| ¦ |   |\n| --- | --- |\n|   |   |", "grid"],
  rule: ["---\n¦", "hr line"],
  picture: ["![¦]()", "image img figure"],
  maths: ["$$\n¦\n$$", "math tex latex"],
  diagram: ["```mermaid\ngraph LR\n  A[¦] --> B\n```", "mermaid chart"],
  hint: ['{% hint style="info" %}\n¦\n{% endhint %}', "callout info warning note"],
  tabs: ['{% tabs %}\n{% tab title="¦" %}\n\n{% endtab %}\n\n{% tab title="" %}\n\n{% endtab %}\n{% endtabs %}', "tab"],
  stepper: [
    "{% stepper %}\n{% step %}\n### ¦\n\n{% endstep %}\n\n{% step %}\n### \n\n{% endstep %}\n{% endstepper %}",
    "step"
  ],
  columns: [
    "{% columns %}\n{% column %}\n¦\n{% endcolumn %}\n\n{% column %}\n\n{% endcolumn %}\n{% endcolumns %}",
    "column"
  ],
  cards: [
    '<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>¦</strong></td><td></td></tr></tbody></table>',
    "card"
  ],
  details: ["<details>\n\n<summary>¦</summary>\n\n\n\n</details>", "expandable fold"],
  embed: ['{% embed url="¦" %}', "video"],
  file: ['{% file src="¦" %}', "download"],
  "content-ref": ['{% content-ref url="¦" %}\n\n{% endcontent-ref %}', "page"],
  openapi: ['{% openapi src="¦" path="" method="get" %}\n\n{% endopenapi %}', "swagger api"],
  include: ['{% include "¦" %}', "snippet"]
}

const isSlashWord = (name: string): name is SlashWord => Object.hasOwn(entries, name)
const words = Object.keys(entries).filter(isSlashWord)

const split = (markdown: string): readonly [string, string] => {
  const at = markdown.indexOf("¦")
  return [markdown.slice(0, at), markdown.slice(at + 1)]
}

/** An entry at a position, with the ending of the file. */
const suggestion = ({ doc }: EditorState, from: number, label: string, word: SlashWord): Suggestion => {
  const line = doc.lineAt(from)
  const ending = endingAt(doc, from)
  // Each line of a block inside a quote or an item begins as the first one.
  const start = doc.sliceString(line.from, from).replace(/[^\s>]/g, " ")
  const [before, after] = split(entries[word][0]).map((text) => withEnding(text.replaceAll("\n", `\n${start}`), ending))
  return { label, detail: hintOf(word), before: before!, after: after! }
}

/** The source of the menu. What is typed behind `/` filters it. */
export const slashMenu = ({ slash }: EditorTexts): SuggestionSource => {
  const known = words.map((word) => ({ word, found: `${slash[word]} ${word} ${entries[word][1]}`.toLowerCase() }))
  return (state, position) => {
    const line = state.doc.lineAt(position)
    const before = line.text.slice(0, position - line.from)
    const typed = /^([\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)\/([\p{L}\d -]{0,24})$/u.exec(before)
    if (typed === null || isVerbatim(state, position)) return undefined
    const wanted = typed[2]!.trim().toLowerCase()
    const from = line.from + typed[1]!.length
    const options = known
      .filter(({ found }) => found.startsWith(wanted) || found.includes(` ${wanted}`))
      .map(({ word }) => suggestion(state, from, slash[word], word))
    return { from, options }
  }
}

/** What the markdown of an entry begins with, shown beside its name. */
const hintOf = (word: SlashWord): string => {
  const [markdown] = entries[word]
  return /^(?:#+|\*(?: \[ \])?|1\.|>|```|---|\$\$)/.exec(markdown)?.[0] ?? ""
}
