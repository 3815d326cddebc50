/**
 * The tasks of pages: a worker thread that renders pages finds them here by name.
 * @since 0.1.0
 */
import type { Task } from "@lectern/core/workers/Workers"
import { bodyTask } from "./content/BodyTask.js"

/** All tasks of pages. A program of worker threads passes them to `serve`, beside those of the engine. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [bodyTask]
