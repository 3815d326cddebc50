/** What texts of pages and comments are made into, as tasks. */
import type { DocumentNode, Variables } from "../content/Page.js"
import type { LinkRecord } from "./Link.js"
import { type LinkHolder, linksOf } from "./PageLinks.js"
import { documentTree } from "../markdown/DocumentTree.js"
import { evaluate } from "../markdown/Evaluate.js"
import { type Reference, references } from "../markdown/References.js"
import { type BlockChange, diffBlocks } from "../merge/DiffBlocks.js"
import type { Task } from "../workers/Workers.js"

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

/** The blocks that differ between two texts. */
export const blocksTask: Task<{ readonly before: string; readonly after: string }, ReadonlyArray<BlockChange>> = {
  name: "text/blocks",
  size: ({ after, before }) => before.length + after.length,
  run: ({ after, before }) => diffBlocks(before, after)
}

/** The {@link linksOf} a page or reusable content. */
export const linksTask: Task<{ readonly holder: LinkHolder; readonly markdown: string }, ReadonlyArray<LinkRecord>> = {
  name: "text/links",
  size: ({ markdown }) => markdown.length,
  run: ({ holder, markdown }) => linksOf(holder, markdown)
}

/** The {@link references} of a text. */
export const referencesTask: Task<string, ReadonlyArray<Reference>> = {
  name: "text/references",
  size: (markdown) => markdown.length,
  run: references
}
