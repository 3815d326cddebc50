/** Every task of the engine: a worker thread finds them here by name. */

import { bundleTask, filesTask, pagesTask, readingTask, referencesTask } from "../openapi-specs/SpecTasks.js"
import { pagesTask as pdfPagesTask } from "../pdf/PdfTask.js"
import { blocksTask, documentTask, evaluationTask, linksTask } from "./TextTasks.js"
import type { Task } from "./Workers.js"

/** All tasks, each once. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [
  documentTask,
  evaluationTask,
  blocksTask,
  linksTask,
  referencesTask,
  readingTask,
  filesTask,
  bundleTask,
  pagesTask,
  pdfPagesTask
]
