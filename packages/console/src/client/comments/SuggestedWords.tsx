/** What a suggestion would change. */
import type { JSX } from "preact"
import { lineRuns } from "../comparison/compare.js"

/** The words before and after, in one text. */
export const SuggestedWords = ({ quote, text }: { readonly quote: string; readonly text: string }): JSX.Element => (
  <pre class="suggested-words">
    {lineRuns(quote, text).map((run, index) =>
      run.mark === "added" ? (
        <ins key={index}>{run.text}</ins>
      ) : run.mark === "removed" ? (
        <del key={index}>{run.text}</del>
      ) : (
        <span key={index}>{run.text}</span>
      )
    )}
  </pre>
)
