/** Attribute lists, `{ #id .class key=value }` and `{: … }`: never shown; the id of a heading is kept. */
import type { StateCore, StateInline, Token } from "markdown-it"

const quoted = `"[^"\\n]*"|'[^'\\n]*'`
const item = `(?:[#.][^\\s{}"'=#.]+|[A-Za-z_@:][\\w:@.-]*=(?:${quoted}|[^\\s{}"']*)|[A-Za-z_@:][\\w:@.-]*)`

/** The maximum length of a list keeps the time for a text proportional to its length. */
const list = `\\{(?=[^}\\n]{1,400}\\}):?[ ]*${item}(?:[ ]*(?=[#.])${item}|[ ]+${item})*[ ]*\\}`

const here = new RegExp(list, "y")
/** The list that ends running text: on a line of its own, or after a space in headings and cells. */
const ending = new RegExp(`(?:^|\\n)[ \\t]*(${list})[ \\t]*$`)
const headingEnding = new RegExp(`(?:^|[ \\t]|(?<=[\`)*_\\]]))(${list})[ \\t]*$`)

const idOf = (written: string): string | undefined => /(?:[\s{:])#([^\s{}"'=#.]+)/.exec(written)?.[1]

/** Marks running text as a term, which a list may follow on the same line. */
export const termToken = (inline: Token): void => {
  inline.meta = { isTerm: true }
}

const generatedName = /^:::[ \t]+([\w.-]+)/

/** Takes the lists from the ends of blocks. An id stays at the end of a heading as `{#id}`. */
export const blockAttributes = (state: StateCore): void => {
  const { tokens } = state
  for (let index = 1; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.type !== "inline") continue
    const before = tokens[index - 1]!.type
    const isHeading = before === "heading_open"
    if (isHeading && token.content.startsWith(":::")) token.content = token.content.replace(generatedName, "`$1`")
    if (!token.content.endsWith("}")) continue
    const isCell = before === "td_open" || before === "th_open" || token.meta?.isTerm === true
    const found = (isHeading || isCell ? headingEnding : ending).exec(token.content)
    if (found === null) continue
    const id = isHeading ? idOf(found[1]!) : undefined
    const rest = token.content.slice(0, found.index).trimEnd()
    token.content = id === undefined ? rest : `${rest} {#${id}}`
  }
}

const attributeList = "attribute_list"

/** A list in running text. */
export const inlineAttributes = (state: StateInline, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.pos) !== 123) return false
  here.lastIndex = state.pos
  const found = here.exec(state.src)
  if (found === null || here.lastIndex > state.posMax) return false
  if (!silent) state.push(attributeList, "", 0).content = found[0]
  state.pos = here.lastIndex
  return true
}

/** Whether a list after a token belongs to it. */
const takesList = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.nesting < 0 ||
    token.type === "code_inline" ||
    token.type === "image" ||
    token.type === "html_inline" ||
    token.meta?.icon !== undefined ||
    token.meta?.isLink === true)

/** Drops the lists that belong to an element; others are text, and so is the id of a heading. */
export const settleAttributes = (state: StateInline): boolean => {
  /** The token before, without the texts that emphasis leaves empty. */
  let before: Token | undefined
  for (const token of state.tokens) {
    if (token.type === attributeList) {
      token.type = "text"
      const isTaken = takesList(before)
      const id = isTaken && before?.type === "link_close" ? idOf(token.content) : undefined
      if (isTaken) token.content = ""
      if (id !== undefined) {
        token.type = "html_inline"
        token.content = `<a id="${state.md.utils.escapeHtml(id)}"></a>`
      }
    }
    if (token.type !== "text" || token.content !== "" || token.meta !== null) before = token
  }
  return false
}
