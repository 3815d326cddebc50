/** Renders code blocks. */
import { attribute, type Html, html } from "../html/Html.js"
import { filled } from "../words/Filled.js"
import type { Rendering } from "./Rendering.js"

/** The options of a code block. */
export interface CodeOptions extends Pick<Rendering, "highlight" | "words"> {
  readonly language?: string | undefined
  readonly title?: string | undefined
  readonly isNumbered?: boolean
  readonly wraps?: boolean
}

/** Renders a code block, which can be scrolled with the keyboard. */
export const codeBlock = (
  code: string,
  { highlight, isNumbered = false, language, title, words, wraps = false }: CodeOptions
): Html => {
  const names = [isNumbered && "numbered", wraps && "wraps"].filter((name) => name !== false).join(" ")
  const label = title ?? (language === undefined ? words.code : filled(words.codeIn, language))
  return html`<figure class="code">${title !== undefined && html`<figcaption>${title}</figcaption>`}<pre tabindex="0" role="group" aria-label="${label}"${attribute("class", names === "" ? undefined : names)}${attribute("data-language", language)}><code>${highlight(code, language, isNumbered)}</code></pre></figure>`
}
