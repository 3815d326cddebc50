/**
 * Every task of the engine: a worker thread finds them here by name.
 * @since 0.1.0
 */

import { wordsTask } from "../content/comments/QuotedWords.js"
import { comparedTextsTask } from "../content/comparison/ComparedTextsTask.js"
import * as Dialects from "../content/dialects/DialectTasks.js"
import { pagesTask as indexedPagesTask, indexedTask } from "../content/indexing/IndexingTasks.js"
import { linksTask } from "../content/links/PageLinks.js"
import { blocksTask } from "../content/merge/DiffBlocks.js"
import * as Merging from "../content/merge/MergeTask.js"
import { pagesTask } from "../content/openapi-registry/SpecPagesTask.js"
import * as Specifications from "../content/openapi-registry/SpecTasks.js"
import { hashTask, sentTask } from "../content/pages/TextReading.js"
import type { Task } from "../foundation/workers/Workers.js"
import * as Pdf from "../publishing/pdf/PdfTask.js"
import { readingTask } from "../publishing/site-reading/ReadingTask.js"
import { markdownIt } from "../text/markdown/Parser.js"
import { makeTokensQuickly } from "../text/markdown/QuickTokens.js"
import { boundsTask } from "../text/markdown/TextBounds.js"
import * as Texts from "../text/markdown/TextTasks.js"

// Here instead of in the parser, because a program that only reads and edits small texts loads less code without it.
makeTokensQuickly(markdownIt)

/** All tasks, each once. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [
  sentTask,
  indexedTask,
  hashTask,
  indexedPagesTask,
  boundsTask,
  Dialects.documentTask,
  Dialects.writtenDocumentTask,
  Texts.evaluationTask,
  blocksTask,
  comparedTextsTask,
  wordsTask,
  linksTask,
  Texts.referencesTask,
  Dialects.localReferencesTask,
  Specifications.referencesTask,
  Specifications.readingTask,
  Specifications.filesTask,
  Specifications.bundleTask,
  pagesTask,
  Pdf.pagesTask,
  readingTask,
  Merging.mergeTask
]
