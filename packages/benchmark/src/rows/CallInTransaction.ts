/** A call that writes, in-process, compared with the same rows in a bare transaction. */
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { titleOf } from "../Corpus.js"
import { type Row, timed, timedSync } from "../Harness.js"
import { replayOf } from "../peers/RecordedEdits.js"
import { recordedCopy } from "../RecordedCopy.js"
import { fillWithSpaces, newWorkspace, within } from "../Workspace.js"

const spaceCount = 100
const calls = 300
const rounds = 7

/** Changes the title of a space, with its checks and its event, compared with bare better-sqlite3. */
export const callInTransaction: Row = {
  name: "call-in-transaction",
  subject: "in-process, rename a space",
  baseline: "bare better-sqlite3, recorded rows",
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 3 },
  rounds,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const spaces = yield* fillWithSpaces(workspace, spaceCount)
    const rename = (i: number) =>
      Effect.flatMap(Spaces, (service) =>
        service.update(spaces[i % spaceCount]!.id, { title: titleOf(spaceCount + i) })
      )
    const replay = replayOf(yield* recordedCopy(workspace, calls * (rounds + 1), rename))
    let made = 0
    return {
      subject: within(
        workspace,
        timed(calls, () => rename(made++))
      ),
      baseline: timedSync(calls, replay)
    }
  })
}
