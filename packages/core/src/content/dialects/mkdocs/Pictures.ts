/** Pictures for light and for dark pages: `![](a.png#only-light)` next to `![](b.png#only-dark)`. */
import type { StateCore, Token } from "markdown-it"

const addressOf = (token: Token): string => (token.type === "image" ? String(token.attrGet("src") ?? "") : "")

/** Leaves only the pictures for light pages where there are both, since one of them is shown. */
export const onePicture = (state: StateCore): void => {
  for (const { children } of state.tokens) {
    if (!children?.some((child) => /#(?:only-light|gh-light-mode-only)$/.test(addressOf(child)))) continue
    for (const child of children) {
      if (!/#(?:only-dark|gh-dark-mode-only)$/.test(addressOf(child))) continue
      child.type = "text"
      child.content = ""
      child.children = null
    }
  }
}
