/** Admonitions and foldable details: indented (`!!! note "Title"`, `??? tip`), and between slashes (`/// note | Title`). */
import type { StateBlock } from "markdown-it"
import { bodyEnd, lineText, mayBegin, pair, pushHtml, pushText, readBody, step } from "./Containers.js"
import { titleToken } from "./Titles.js"

const styles: Readonly<Record<string, string>> = {
  ...{ tip: "success", hint: "success", success: "success", check: "success", done: "success" },
  ...{ warning: "warning", caution: "warning", attention: "warning" },
  ...{ danger: "danger", error: "danger", failure: "danger", fail: "danger", missing: "danger", bug: "danger" }
}

/** An admonition: its type, its title if it states one, and whether it can be folded. */
interface Admonition {
  readonly type: string
  readonly title: string | undefined
  readonly fold: "open" | "closed" | undefined
}

const capitalized = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replaceAll(/[-_]/g, " ")

/** Adds an admonition as a hint, the title of which is bold text; what can be folded is folded inside of the hint. */
export const pushAdmonition = (
  state: StateBlock,
  { fold, title, type }: Admonition,
  [line, end]: readonly [line: number, end: number],
  body: () => void
): void => {
  pair(state, "hint", [line, end], { style: styles[type.toLowerCase()] ?? "info" }, () => {
    if (fold === undefined) {
      if (title !== undefined && title !== "") titleToken(pushText(state, title, line))
      body()
      return
    }
    pushHtml(state, `<details${fold === "open" ? " open" : ""}><summary>`, line)
    pushText(state, title || capitalized(type), line)
    pushHtml(state, "</summary>", line)
    body()
    pushHtml(state, "</details>", Math.max(line, end - 1))
  })
}

const indented = /^(!!!|\?\?\?(\+)?)[ \t]*(?:([\w-]+)(?:[ \t]+[\w-]+)*)?(?:[ \t]*(?<=[ \t?!+])"(.*)")?$/

/** `!!! type "Title"`, `??? type`, `???+ type`, followed by an indented body. */
export const admonition = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  const code = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!)
  if ((code !== 33 && code !== 63) || !mayBegin(state, line)) return false
  const [found, marks, open, type, title] = indented.exec(lineText(state, line)) ?? []
  if (found === undefined || (type === undefined && title === undefined)) return false
  if (silent) return true
  const indent = state.sCount[line]! + step
  const after = bodyEnd(state, line, end, indent)
  const fold = marks === "!!!" ? undefined : open === undefined ? "closed" : "open"
  pushAdmonition(state, { type: type ?? "note", title, fold }, [line, after], () =>
    readBody(state, line + 1, after, indent)
  )
  return true
}
