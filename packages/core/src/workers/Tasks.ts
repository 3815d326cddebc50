/** Every task of the engine: a worker thread finds them here by name. */
import { hashTask, sentTask, storedTask } from "../content/TextReading.js"
import type { Task } from "./Workers.js"

/** All tasks, each once. */
export const tasks: ReadonlyArray<Task<never, unknown>> = [sentTask, storedTask, hashTask]
