/** `lectern start` */
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { manual } from "../Location.js"
import { WrongUsage } from "../output/Failures.js"

const docsOf = (given: string | undefined): Effect.Effect<string | undefined, WrongUsage> => {
  if (given === "none") return Effect.succeed(undefined)
  if (given === undefined) return Effect.succeed(manual)
  if (existsSync(given)) return Effect.succeed(given)
  return new WrongUsage({
    message: `--import-docs: expected a folder, a zip archive or none, got ${JSON.stringify(given)}`
  })
}

/** `lectern start`: serves until it is stopped by SIGINT or SIGTERM, which lets running requests finish. */
export const start: Handler<"start"> = ({ "import-docs": importDocs }, settings) =>
  Effect.gen(function* () {
    const docs = yield* docsOf(importDocs)
    const { serve } = yield* Effect.promise(() => import("../start/Serve.js"))
    return yield* serve(settings, docs)
  })
