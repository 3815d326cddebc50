/** Records the writes of calls, so that they can be repeated by hand on a copy of the same file. */
import { join } from "node:path"
import type { Actor } from "@lectern/core/access/Actor"
import type * as Engine from "@lectern/core/engine/Engine"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { type RecordedEdit, recordWrites, storeEdits } from "./peers/RecordedEdits.js"
import { openFile, type Workspace, within } from "./Workspace.js"

/**
 * Makes `count` calls on a copy of the file of a workspace, and returns the name of another copy. The writes and
 * answers of the calls are stored next to that copy.
 */
export const recordedCopy = (
  workspace: Workspace,
  count: number,
  call: (i: number) => Effect.Effect<unknown, unknown, Engine.Services | Actor>
): Effect.Effect<string, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const [copy, replayed] = [join(workspace.folder, "copy.db"), join(workspace.folder, "replayed.db")]
      yield* Effect.sync(() => {
        const db = new Sqlite(workspace.filename)
        for (const file of [copy, replayed]) db.prepare("vacuum into ?").run(file)
        db.close()
      })
      const recorder = yield* Effect.acquireRelease(Effect.sync(recordWrites), ({ stop }) => Effect.sync(stop))
      const services = yield* openFile(copy)
      const edits: Array<RecordedEdit> = []
      for (let i = 0; i < count; i++) {
        recorder.take()
        const answer = yield* within({ ...workspace, services }, call(i))
        edits.push({ writes: recorder.take(), answer })
      }
      storeEdits(replayed, edits)
      return replayed
    })
  )
