/** A text in markdown, such as a description or a comment. */
import type { JSX } from "preact"

/** The text as it was written. */
export const DocumentView = ({ markdown }: { readonly markdown: string }): JSX.Element => (
  <div class="words">{markdown}</div>
)
