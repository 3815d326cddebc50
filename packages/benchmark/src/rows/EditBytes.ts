import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { markdownOf } from "../Corpus.js"
import type { Measure, Row } from "../Harness.js"
import { newSpace, newWorkspace, pathOf, within } from "../Workspace.js"

const edits = 1_000
const bytes = 4_096

/** The size of a database file after a checkpoint, in bytes. */
const sizeOf = (filename: string): number => {
  const db = new Sqlite(filename)
  db.pragma("wal_checkpoint(truncate)")
  const size = Number(db.pragma("page_count", { simple: true })) * Number(db.pragma("page_size", { simple: true }))
  db.close()
  return size
}

const prepareSpace = Effect.fnUntraced(function* (size: number) {
  const workspace = yield* newWorkspace
  const space = yield* newSpace(workspace, size, bytes)
  let edit = 0
  const measure: Measure = Effect.gen(function* () {
    const before = sizeOf(workspace.filename)
    yield* within(
      workspace,
      Effect.gen(function* () {
        const contents = yield* Contents
        const service = yield* ContentEdits
        for (let i = 0; i < edits; i++) {
          const page = yield* contents.pageByPath(space, pathOf((edit * 7919) % size))
          const markdown = markdownOf(20_000 + edit++, bytes)
          yield* service.apply(space, {
            changes: [{ operation: "update_page", page: page.id, document: { markdown } }]
          })
        }
      })
    )
    return (sizeOf(workspace.filename) - before) / edits
  })
  return { measure }
})

/**
 * How many bytes an edit with a new body of 4 KB adds to the database file: the mean of 1,000 edits, after a
 * checkpoint.
 */
export const editBytes: Row = {
  name: "edit-bytes",
  subject: "an edit, 10,000 pages",
  baseline: "100 pages",
  unit: "bytes",
  target: { of: "subject", kind: "at most", value: 64 * 1024 },
  onlyAsked: true,
  rounds: 1,
  prepare: Effect.gen(function* () {
    const large = yield* prepareSpace(10_000)
    const small = yield* prepareSpace(100)
    return { subject: large.measure, baseline: small.measure }
  })
}
