/** The memory of a server under load, compared with a hand-written one. */
import * as Effect from "effect/Effect"
import type { Measure, Row } from "../Harness.js"
import { answerOf, load } from "../Load.js"
import { peakOf } from "../ProcessTree.js"
import * as PeerDatabase from "../peers/Database.js"
import { sameAnswer } from "../SameAnswer.js"
import { type ServerKind, startServer } from "../ServerProcess.js"
import { newSpace, newWorkspace, pagesOf, spacesOf } from "../Workspace.js"

const pageCount = 10_000
const seconds = 10

/** The most memory that a new server uses while all pages of a space are read over 32 connections. Needs Linux. */
export const serverMemory: Row = {
  name: "server-memory",
  subject: `server that reads ${pageCount.toLocaleString("en-US")} pages under load`,
  baseline: "node:http + better-sqlite3",
  unit: "MB",
  target: { of: "ratio", kind: "at most", value: 2.5 },
  onlyAsked: true,
  rounds: 3,
  cold: true,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, pageCount, 4_000)
    const pages = yield* pagesOf(workspace, space, pageCount)
    const filename = PeerDatabase.createBeside(workspace, yield* spacesOf(workspace), { space, pages })
    const { token } = workspace
    const paths = pages.map(({ id }) => `/v1/spaces/${space}/content/page/${id}`)
    const started = (kind: ServerKind) => startServer(kind, kind === "lectern" ? workspace.filename : filename)
    const first = (kind: ServerKind) =>
      Effect.scoped(Effect.flatMap(started(kind), ({ address }) => answerOf({ url: `${address}${paths[0]}`, token })))
    sameAnswer(yield* first("lectern"), yield* first("node:http"))
    const peak = (kind: ServerKind): Measure =>
      Effect.scoped(
        Effect.gen(function* () {
          const { address, process } = yield* started(kind)
          yield* load(process, { url: address, paths, token }, seconds)
          return peakOf(process)
        })
      )
    return { subject: peak("lectern"), baseline: peak("node:http") }
  })
}
