/** One edit of a page over HTTP, compared with a server that only writes what the edit writes. */
import { join } from "node:path"
import type { PageId } from "@lectern/core/content/Page"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import type { Measure, Row } from "../Harness.js"
import * as PeerDatabase from "../peers/Database.js"
import { type RecordedEdit, recordWrites, storeEdits } from "../peers/RecordedEdits.js"
import { startServer } from "../ServerProcess.js"
import { newSpace, newWorkspace, openFile, pathOf, type Workspace, within } from "../Workspace.js"

const pages = 300
const bytes = 4_000
const editsInRound = 50
const rounds = 5

/** What the `i`th edit asks for. */
const editOf = (ids: ReadonlyArray<PageId>, i: number) => ({
  changes: [
    {
      operation: "update_page" as const,
      page: ids[i % ids.length]!,
      document: { markdown: markdownOf(pages + i, bytes) }
    }
  ]
})

/** The pages of the space, in order. */
const pagesOf = (workspace: Workspace, space: SpaceId) =>
  within(
    workspace,
    Effect.flatMap(Contents, (contents) =>
      Effect.forEach(
        Array.from({ length: pages }, (_, i) => pathOf(i)),
        (path) => Effect.map(contents.pageByPath(space, path), ({ id }) => id)
      )
    )
  )

/** Makes the edits of all rounds on a copy of the file, and stores what they wrote beside another. */
const recorded = (workspace: Workspace, space: SpaceId, ids: ReadonlyArray<PageId>, copy: string, replayed: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const recorder = yield* Effect.acquireRelease(Effect.sync(recordWrites), ({ stop }) => Effect.sync(stop))
      const services = yield* openFile(copy)
      const edits: Array<RecordedEdit> = []
      for (let i = 0; i < editsInRound * (rounds + 1); i++) {
        recorder.take()
        const edit = Effect.flatMap(ContentEdits, (service) => service.apply(space, editOf(ids, i)))
        const answer = yield* within({ ...workspace, services }, edit)
        edits.push({ writes: recorder.take(), answer })
      }
      storeEdits(replayed, edits)
    })
  )

/** Makes the edits of a round one after another, and returns how many are made in a second. */
const editing = (url: string, token: string, ids: ReadonlyArray<PageId>): Measure => {
  let made = 0
  return Effect.promise(async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const started = performance.now()
    for (let i = 0; i < editsInRound; i++) {
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(editOf(ids, made++)) })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    }
    return editsInRound / ((performance.now() - started) / 1_000)
  })
}

/** Edits of one page of 4 KB, compared with fastify that writes the recorded rows and derives nothing. */
export const httpEditByHand: Row = {
  name: "http-edit-by-hand",
  subject: "HTTP, edit a page",
  baseline: "fastify + better-sqlite3, recorded rows",
  unit: "edits/s",
  target: { of: "ratio", kind: "at least", value: 0.35 },
  rounds,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, pages, bytes)
    const ids = yield* pagesOf(workspace, space)
    PeerDatabase.createBeside(workspace, [])
    const [copy, replayed] = [join(workspace.folder, "copy.db"), join(workspace.folder, "replayed.db")]
    yield* Effect.sync(() => {
      const db = new Sqlite(workspace.filename)
      for (const file of [copy, replayed]) db.prepare("vacuum into ?").run(file)
      db.close()
    })
    yield* recorded(workspace, space, ids, copy, replayed)
    const subject = yield* startServer("lectern", workspace.filename)
    const peer = yield* startServer("recorded-edits", replayed)
    const measure = ({ address }: { readonly address: string }) =>
      editing(`${address}/v1/spaces/${space}/content`, workspace.token, ids)
    return { subject: measure(subject), baseline: measure(peer) }
  })
}
