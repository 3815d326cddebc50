import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import { type Row, timed, timedSync } from "../Harness.js"
import * as BareSqlite from "../peers/BareSqlite.js"
import * as PeerDatabase from "../peers/Database.js"
import { sameAnswer } from "../SameAnswer.js"
import { base, fillWithSpaces, newWorkspace, within } from "../Workspace.js"

const calls = 5_000

/** Gets a space in-process with access checks, compared with hand-written code over better-sqlite3. */
export const getSpace: Row = {
  name: "get-space",
  subject: "in-process, get a space",
  baseline: "bare better-sqlite3",
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 2 },
  rounds: 9,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const found = yield* fillWithSpaces(workspace, 1_000)
    const filename = PeerDatabase.createBeside(workspace, found)
    const bare = yield* Effect.acquireRelease(
      Effect.sync(() => BareSqlite.open(filename, base)),
      (peer) => Effect.sync(() => peer.close())
    )
    const ids = found.map(({ id }) => id)
    const idOf = (i: number) => ids[(i * 7) % ids.length] ?? ids[0]!
    const subject = Effect.flatMap(Spaces, (spaces) => timed(calls, (i) => spaces.get(idOf(i))))
    const one = yield* within(
      workspace,
      Effect.flatMap(Spaces, (spaces) => spaces.get(idOf(1)))
    )
    sameAnswer(one, bare.get(workspace.user, idOf(1)))
    return {
      subject: within(workspace, subject),
      baseline: timedSync(calls, (i) => bare.get(workspace.user, idOf(i)))
    }
  })
}
