/** `lectern check` */
import * as Command from "@effect/cli/Command"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { note } from "../output/Output.js"
import { checkWorkspace } from "../workspace/Checking.js"
import { json } from "./Shared.js"

/** `lectern check`: one line for each damage, exit 1 where there is any. */
export const check = Command.make("check", { ...workspaceFlags, json }, ({ json, ...flags }) =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(flags)
    yield* checkWorkspace(settings, json)
    yield* note("Nothing is damaged.")
  })
).pipe(
  Command.withDescription(
    "Tests everything that the workspace keeps, also while a server runs, and tells what is damaged."
  )
)
