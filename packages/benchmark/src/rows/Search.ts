import { join } from "node:path"
import { documents } from "@lectern/core/internal/search-index/PageIndex"
import { Search } from "@lectern/core/search/Search"
import { Contents } from "@lectern/core/space-content/Contents"
import { Effect } from "effect"
import { markdownOf, titleOf } from "../Corpus.js"
import { type Row, timed, timedSync } from "../Harness.js"
import * as RawFts from "../peers/RawFts.js"
import { sameAnswer } from "../SameAnswer.js"
import { base, newSpace, newWorkspace, pathOf, within } from "../Workspace.js"

const pageCount = 2_000
const bytes = 2_000
const queries = [
  "restore backup",
  "merging conflicts",
  "deploy server tok",
  "configure",
  "migrating tables",
  "page 1234",
  "branch review4",
  "installing clients"
]
const queryOf = (i: number): string => queries[i % queries.length] ?? ""

/** Searching a space of 2,000 pages, against one FTS5 table and a hand-written answer. */
export const search: Row = {
  name: "search",
  subject: "in-process, search a space",
  baseline: "raw FTS5",
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 3 },
  rounds: 7,
  prepare: Effect.gen(function* () {
    const workspace = yield* newWorkspace
    const space = yield* newSpace(workspace, pageCount, bytes)
    const pages = yield* within(
      workspace,
      Effect.gen(function* () {
        const contents = yield* Contents
        return yield* Effect.forEach(Array.from({ length: pageCount }).keys(), (i) =>
          contents.pageByPath(space, pathOf(i))
        )
      })
    )
    const filename = join(workspace.folder, "peer.db")
    RawFts.create(filename, {
      space,
      organization: workspace.organization,
      user: workspace.user,
      pages: pages.map((page, i) => ({ id: page.id, title: page.title, path: pathOf(i) })),
      documents: pages.flatMap((page, i) =>
        documents({
          organization: workspace.organization,
          space,
          page: page.id,
          title: titleOf(i),
          markdown: markdownOf(i, bytes)
        })
      )
    })
    const raw = yield* Effect.acquireRelease(
      Effect.sync(() => RawFts.open(filename, base)),
      (peer) => Effect.sync(() => peer.close())
    )
    for (const query of queries) {
      const found = yield* within(
        workspace,
        Effect.flatMap(Search, (service) => service.space(space, { query }))
      )
      const peer = raw.search(workspace.user, space, query)
      sameAnswer(found.count, peer?.count ?? 0)
      sameAnswer(
        found.items.map(({ id }) => id),
        peer?.items.map(({ id }) => id) ?? []
      )
    }
    const calls = queries.length * 5
    const subject = Effect.flatMap(Search, (service) =>
      timed(calls, (i) => service.space(space, { query: queryOf(i) }))
    )
    return {
      subject: within(workspace, subject),
      baseline: timedSync(calls, (i) => raw.search(workspace.user, space, queryOf(i)))
    }
  })
}
