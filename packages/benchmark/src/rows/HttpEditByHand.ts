/** One edit of a page over HTTP, compared with a server that only makes the writes of the edit. */
import type { PageId } from "@lectern/core/content/Page"
import { settleEverything } from "@lectern/core/internal/content/indexing/Indexing"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import { clock, type Measure, type Row } from "../Harness.js"
import * as PeerDatabase from "../peers/Database.js"
import { recordedCopy } from "../RecordedCopy.js"
import { startServer } from "../ServerProcess.js"
import { newSpace, newWorkspace, pagesOf } from "../Workspace.js"

const pages = 300
const bytes = 4_000
const editsInRound = 50
const rounds = 5

/** The input of the `i`th edit. */
const editOf = (ids: ReadonlyArray<PageId>, i: number) => ({
  changes: [
    {
      operation: "update_page" as const,
      page: ids[i % ids.length]!,
      document: { markdown: markdownOf(pages + i, bytes) }
    }
  ]
})

/** Makes the edits of a round one after another, and returns how many are made in a second. */
const editing = (process: number, url: string, token: string, ids: ReadonlyArray<PageId>): Measure => {
  let made = 0
  return Effect.promise(async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const stop = clock(process)
    for (let i = 0; i < editsInRound; i++) {
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(editOf(ids, made++)) })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    }
    const { processor, value } = stop(editsInRound)
    return { value: 1_000_000 / value, processor }
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
    const ids = (yield* pagesOf(workspace, space, pages)).map(({ id }) => id)
    PeerDatabase.createBeside(workspace, [])
    const replayed = yield* recordedCopy(workspace, editsInRound * (rounds + 1), (i) =>
      // With the rows of search and links, which the engine writes a little later.
      Effect.zipLeft(
        Effect.flatMap(ContentEdits, (edits) => edits.apply(space, editOf(ids, i))),
        settleEverything
      )
    )
    const subject = yield* startServer("lectern", workspace.filename)
    const peer = yield* startServer("recorded-edits", replayed)
    const measure = ({ address, process }: typeof subject) =>
      editing(process, `${address}/v1/spaces/${space}/content`, workspace.token, ids)
    return { subject: measure(subject), baseline: measure(peer) }
  })
}
