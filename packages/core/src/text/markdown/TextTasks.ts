/** The processing of texts, as tasks. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { Variables } from "./Evaluate.js"
import type { Reference } from "./References.js"

const evaluation = lazy("the evaluation of expressions", () => import("./Evaluate.js"))
const search = lazy("the search for references", () => import("./ReferenceSearch.js"))

/** A text to evaluate; `included` are the texts of reusable contents by their ids. */
export interface Evaluation {
  readonly markdown: string
  readonly space: Variables
  readonly page: Variables
  readonly included: Readonly<Record<string, string>>
}

/** The text that results from an {@link Evaluation}. */
export const evaluationTask: Task<Evaluation, string> = {
  name: "text/evaluation",
  size: ({ included, markdown }) =>
    Object.values(included).reduce((length, text) => length + text.length, markdown.length),
  run: ({ included, markdown, page, space }) =>
    evaluation.use(({ evaluate }) =>
      evaluate(markdown, {
        space,
        page,
        include: (destination) => {
          const id = destination.replace("/reusable-contents/", "")
          return Object.hasOwn(included, id) ? included[id] : undefined
        }
      })
    )
}

/** The `references` of a text. */
export const referencesTask: Task<string, ReadonlyArray<Reference>> = {
  name: "text/references",
  size: (markdown) => markdown.length,
  run: (markdown) => search.use(({ references }) => references(markdown))
}
