/** The menu of blocks that `/` opens at the beginning of a line. */
import { type Completion, type CompletionSource, pickedCompletion } from "@codemirror/autocomplete"
import type { EditorView } from "@codemirror/view"
import { isVerbatim } from "./commands.js"
import { endingAt, withEnding } from "./lineEndings.js"
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

const apply =
  (markdown: string) =>
  (view: EditorView, completion: Completion, from: number, to: number): void => {
    const { doc } = view.state
    const line = doc.lineAt(from)
    const ending = endingAt(doc, from)
    // Each line of a block inside a quote or an item begins as the first one.
    const start = doc.sliceString(line.from, from).replace(/[^\s>]/g, " ")
    const written = (text: string) => withEnding(text.replaceAll("\n", `\n${start}`), ending)
    const [before, after] = split(markdown).map(written) as [string, string]
    view.dispatch({
      changes: { from, to, insert: before + after },
      selection: { anchor: from + before.length },
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
      userEvent: "input.complete"
    })
  }

/** The source of the menu. What is typed behind `/` filters it. */
export const slashMenu = ({ slash }: EditorTexts): CompletionSource => {
  const options = words.map((word) => ({
    completion: { label: slash[word], detail: hintOf(word), type: word, apply: apply(entries[word][0]) },
    found: `${slash[word]} ${word} ${entries[word][1]}`.toLowerCase()
  }))
  const matching = (query: string): ReadonlyArray<Completion> => {
    const wanted = query.trim().toLowerCase()
    return options
      .filter(({ found }) => found.startsWith(wanted) || found.includes(` ${wanted}`))
      .map(({ completion }) => completion)
  }
  return ({ pos, state }) => {
    const line = state.doc.lineAt(pos)
    const before = line.text.slice(0, pos - line.from)
    const found = /^([\s>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)\/([\p{L}\d -]{0,24})$/u.exec(before)
    if (found === null || state.readOnly || isVerbatim(state, pos)) return null
    const shown = matching(found[2]!)
    if (shown.length === 0) return null
    return {
      from: line.from + found[1]!.length,
      options: shown,
      filter: false,
      update: (current, from, to, { state: next }) => {
        const text = next.doc.sliceString(from, to)
        const still = text.startsWith("/") ? matching(text.slice(1)) : []
        return still.length === 0 || text.includes("\n") ? null : { ...current, from, options: still }
      }
    }
  }
}

/** What the markdown of an entry begins with, shown beside its name. */
const hintOf = (word: SlashWord): string => {
  const [markdown] = entries[word]
  return /^(?:#+|\*(?: \[ \])?|1\.|>|```|---|\$\$)/.exec(markdown)?.[0] ?? ""
}
