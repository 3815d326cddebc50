/** Every task of the engine: a worker thread finds them here by name. */
import { hashTask, sentTask, storedTask } from "../content/TextReading.js"
import { pagesTask as indexedPagesTask, indexedTask } from "../indexing/IndexingTasks.js"
import { linksTask } from "../link-index/PageLinks.js"
import { markdownIt } from "../markdown/Parser.js"
import { makeTokensQuickly } from "../markdown/QuickTokens.js"
import { boundsTask } from "../markdown/TextBounds.js"
import * as Texts from "../markdown/TextTasks.js"
import { blocksTask } from "../merge/DiffBlocks.js"
import * as Merging from "../merge/MergeTask.js"
import { pagesTask } from "../openapi-specs/SpecPagesTask.js"
import * as Specifications from "../openapi-specs/SpecTasks.js"
import * as Pdf from "../pdf/PdfTask.js"
import { readingTask } from "../site-reading/ReadingTask.js"
import type { Task } from "../workers/Workers.js"

// Here instead of in the parser, because a program that only reads and edits small texts loads less without it.
makeTokensQuickly(markdownIt)

/**
 * All tasks, each once.
 * @since 0.1.0
 */
export const tasks: ReadonlyArray<Task<never, unknown>> = [
  sentTask,
  storedTask,
  indexedTask,
  hashTask,
  indexedPagesTask,
  boundsTask,
  Texts.documentTask,
  Texts.writtenDocumentTask,
  Texts.evaluationTask,
  blocksTask,
  linksTask,
  Texts.referencesTask,
  Texts.localReferencesTask,
  Specifications.referencesTask,
  Specifications.readingTask,
  Specifications.filesTask,
  Specifications.bundleTask,
  pagesTask,
  Pdf.pagesTask,
  readingTask,
  Merging.mergeTask
]
