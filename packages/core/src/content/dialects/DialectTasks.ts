/** The processing of texts by their dialects, as tasks. */
import { lazy } from "../../foundation/loading/Lazy.js"
import type { Task } from "../../foundation/workers/Workers.js"
import type { DocumentNode } from "../../text/markdown/DocumentNode.js"
import type { Reference } from "../../text/markdown/References.js"
import type { DialectName } from "./DialectName.js"
import { readBy } from "./Readings.js"

/** A text, and its dialect if that is another one than GitBook's. */
export interface DialectText {
  readonly markdown: string
  readonly dialect?: DialectName | undefined
}

const trees = lazy("the reader of documents", () => import("../../text/markdown/DocumentTree.js"))
const search = lazy("the search for references", () => import("../../text/markdown/ReferenceSearch.js"))

const treeOf = ({ dialect, markdown }: DialectText) =>
  trees.use(({ documentTree }) => readBy(dialect, (reading) => documentTree(markdown, reading)))

const size = ({ markdown }: DialectText): number => markdown.length

/** The `documentTree` of a text. */
export const documentTask: Task<DialectText, DocumentNode> = { name: "text/document", size, run: treeOf }

/** The `documentTree` of a text as JSON in UTF-8, which is transferred between threads without a copy. */
export const writtenDocumentTask: Task<DialectText, Uint8Array> = {
  name: "text/written-document",
  size,
  run: async (text) => new TextEncoder().encode(JSON.stringify(await treeOf(text)))
}

/** The `localReferences` of a text. */
export const localReferencesTask: Task<DialectText, ReadonlyArray<Reference>> = {
  name: "text/local-references",
  size,
  run: ({ dialect, markdown }) =>
    search.use(({ localReferences }) => readBy(dialect, (reading) => localReferences(markdown, reading)))
}
