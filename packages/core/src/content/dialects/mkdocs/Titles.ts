/** The titles of containers. */
import type { StateBlock, StateCore, Token } from "markdown-it"
import { inlineText } from "../../../text/markdown/Parser.js"

/** Marks running text as a title, which is bold. */
export const titleToken = (inline: Token): void => {
  inline.meta = { isTitle: true }
}

/** Makes titles bold. */
export const boldTitles = (state: StateCore): void => {
  for (const token of state.tokens) {
    if (token.type !== "inline" || token.meta?.isTitle !== true) continue
    const open = new state.Token("strong_open", "strong", 1)
    const close = new state.Token("strong_close", "strong", -1)
    token.children = [open, ...(token.children ?? []), close]
  }
}

/** The plain text of a title. */
export const plainTitle = (state: StateBlock, title: string): string =>
  inlineText(state.md.parseInline(title, {})[0]?.children ?? []).trim() || title.replaceAll(/[:{}]/g, "").trim()
