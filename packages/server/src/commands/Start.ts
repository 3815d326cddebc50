/** `lectern start` */
import { existsSync } from "node:fs"
import * as Command from "@effect/cli/Command"
import { Effect } from "effect"
import { serverFlags, settingsOf } from "../config/ConfigFlags.js"
import * as Logging from "../config/Logging.js"
import { manual } from "../Location.js"
import { WrongUsage } from "../output/Failures.js"
import { text } from "./Shared.js"

const docsOf = (given: string | undefined): Effect.Effect<string | undefined, WrongUsage> => {
  if (given === "none") return Effect.succeed(undefined)
  if (given === undefined) return Effect.succeed(manual)
  if (existsSync(given)) return Effect.succeed(given)
  return new WrongUsage({
    message: `--import-docs: expected a folder, a zip archive or none, got ${JSON.stringify(given)}`
  })
}

/** `lectern start`: serves until it is stopped by SIGINT or SIGTERM, which lets running requests finish. */
export const start = Command.make(
  "start",
  {
    ...serverFlags,
    importDocs: text(
      "import-docs",
      "What a new workspace starts with: a folder, a zip archive or none (default: the manual)."
    )
  },
  ({ importDocs, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      const docs = yield* docsOf(importDocs)
      const { serve } = yield* Effect.promise(() => import("../start/Serve.js"))
      return yield* Effect.provide(serve(settings, docs), Logging.layer(settings))
    })
).pipe(
  Command.withDescription("Serves the workspace; a new one gets an administrator and the manual as its first space.")
)
