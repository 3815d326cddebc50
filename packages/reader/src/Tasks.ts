/**
 * The tasks of pages: a worker thread that renders pages finds them here by name.
 * @since 0.1.0
 */
import type { Task } from "@lectern/core/workers/Workers"
import { operationsTextTask } from "./content/BlockText.js"
import { bodyTask } from "./content/BodyTask.js"
import { fieldsTask } from "./content/MoreFields.js"

/** All tasks of pages. A program of worker threads passes them to `serve`, in addition to the tasks of the engine. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [bodyTask, fieldsTask, operationsTextTask]
