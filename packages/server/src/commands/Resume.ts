/** `lectern resume` */
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note } from "../output/Output.js"
import { paused } from "../workspace/Marks.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern resume`: lets jobs and mail of a restored workspace run. */
export const resume: Handler<"resume"> = (_, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const storage = yield* Storage
      const mark = yield* storage.counter(paused)
      if (mark === 0) return yield* note("Jobs and mail are not paused.")
      yield* storage.increment(paused, -mark)
      yield* note("Jobs and mail are no longer paused.")
    })
  )
