/** The tasks of pages: a worker thread that renders pages finds them here by name. */
import type { Task } from "@lectern/core/workers/Workers"
import { bodyTask } from "./content/BodyTask.js"

/**
 * All tasks of pages. A program of worker threads passes them to `serve`, beside those of the engine.
 * @since 0.1.0
 */
export const tasks: ReadonlyArray<Task<never, unknown>> = [bodyTask]
