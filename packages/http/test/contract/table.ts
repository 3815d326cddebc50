/** Every mounted operation, with a request for each status that it can give, and the reason for each that it cannot. */
import { resources } from "./resources.js"
import type { Operation } from "./rows.js"

/** The table, by the operation's name. */
export const operations: Readonly<Record<string, Operation>> = Object.assign(
  {},
  ...resources.map((resource) => resource.operations)
)
