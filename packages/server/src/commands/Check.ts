/** `lectern check` */
import { Effect } from "effect"
import type { Handler } from "../Handlers.js"
import { note } from "../output/Output.js"
import { checkWorkspace } from "../workspace/Checking.js"

/** `lectern check`: one line for each finding, exit code 1 if there is any. */
export const check: Handler<"check"> = ({ json }, settings) =>
  Effect.zipRight(checkWorkspace(settings, json), note("Nothing is damaged."))
