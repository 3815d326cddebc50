/** What texts are made into, as tasks. */
import type { Task } from "../workers/Workers.js"
import type { DocumentNode } from "./DocumentNode.js"
import { documentTree } from "./DocumentTree.js"
import { evaluate, type Variables } from "./Evaluate.js"
import { type Reference, references } from "./References.js"

/** The {@link documentTree} of a text. */
export const documentTask: Task<string, DocumentNode> = {
  name: "text/document",
  size: (markdown) => markdown.length,
  run: documentTree
}

/** A text to {@link evaluate}; `included` are the texts of reusable contents by their ids. */
export interface Evaluation {
  readonly markdown: string
  readonly space: Variables
  readonly page: Variables
  readonly included: Readonly<Record<string, string>>
}

/** The text that an {@link Evaluation} gives. */
export const evaluationTask: Task<Evaluation, string> = {
  name: "text/evaluation",
  size: ({ included, markdown }) =>
    Object.values(included).reduce((length, text) => length + text.length, markdown.length),
  run: ({ included, markdown, page, space }) =>
    evaluate(markdown, {
      space,
      page,
      include: (destination) => {
        const id = destination.replace("/reusable-contents/", "")
        return Object.hasOwn(included, id) ? included[id] : undefined
      }
    })
}

/** The {@link references} of a text. */
export const referencesTask: Task<string, ReadonlyArray<Reference>> = {
  name: "text/references",
  size: (markdown) => markdown.length,
  run: references
}
